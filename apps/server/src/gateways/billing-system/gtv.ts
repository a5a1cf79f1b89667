import { z } from 'zod';
import type { BillingSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { httpStatus, retryAfterSeconds, ServiceHttp, unavailable } from '../service-http.ts';
import { keyCheck } from '../shared-key.ts';
import type { BillingSystem, InvoiceRecord, PaymentRecord, RecordRefusal } from './billing-system.ts';
import { type AccountHead, accountNumberOf, readAccountRow } from './gtv.account.ts';
import {
  adjustmentRecord,
  type ChargeScope,
  invoiceRecord,
  paymentRecord,
  rows,
  wrongSum,
} from './gtv.bills.ts';
import { id, number } from './gtv.fields.ts';
import { findLast, type Get, listAfter, NoAnswer, readPages } from './gtv.lists.ts';
import {
  adjustmentNames,
  basePath,
  collections,
  hookAccount,
  hookKeyHeader,
  keyHeader,
  pageSize,
  paymentNames,
  resources,
} from './gtv.names.ts';

const service = 'gotransverse';
const notification = z.object({ [hookAccount]: number });

/** The members of what should be an object. */
const fieldsOf = (row: unknown) => (row instanceof Object ? row : {}) as Readonly<Record<string, unknown>>;

/** Opens Gotransverse, for reading alone. Nothing is sent before the first call. */
export function openGotransverse(
  settings: BillingSettings,
  businessDayOf: (instant: string) => string,
): BillingSystem {
  const { url, apiKey, hookKey, previousHookKey, timeoutMs } = settings;
  const http = new ServiceHttp({ url, headers: { [keyHeader]: apiKey }, timeoutMs });
  const isKey = keyCheck(hookKey, previousHookKey);
  /** Does the calls of one answer, and counts them. */
  const answer = async <R extends { readonly outcome: string }>(
    name: string,
    work: (get: Get) => Promise<R>,
  ) => {
    let calls = 0;
    const get: Get = async (path) => {
      calls += 1;
      const response = await http.call({ method: 'GET', path: `${basePath}/${path}` });
      if (response.kind !== 'response') throw new NoAnswer(response.text);
      if (response.status !== httpStatus.ok && response.status !== httpStatus.notFound)
        throw new NoAnswer(`HTTP ${response.status}`, retryAfterSeconds(response));
      return response;
    };
    return await measureCall(service, name, async () => {
      try {
        return { ...(await work(get)), calls };
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return { ...unavailable(error.message), retryAfterSeconds: error.retryAfterSeconds, calls };
      }
    });
  };
  return {
    readAccount: (accountNumber) =>
      answer('account', (get) => readAccount(get, accountNumber, settings, businessDayOf)),
    listAfter: (list, after) => answer('list', (get) => listAfter(get, list, after)),
    findLast: (list) => answer('list', (get) => findLast(get, list)),
    isSigned: ({ [hookKeyHeader]: given }) => typeof given === 'string' && isKey(given),
    readNotification: (body) => notification.safeParse(body).data?.[hookAccount],
    state: () => http.state(),
  };
}

async function readAccount(
  get: Get,
  accountNumber: string,
  { chargeTypes }: Pick<BillingSettings, 'chargeTypes'>,
  businessDayOf: (instant: string) => string,
) {
  const found = await readPages(get, resources.accounts, { account_num: accountNumber });
  const [row, ...others] = found;
  if (row === undefined) return { outcome: 'absent' } as const;
  // What is somebody else's counts for nothing, and neither do two.
  if (others.length > 0 || accountNumberOf(row) !== accountNumber)
    throw new NoAnswer(`the answer is not of account ${accountNumber} alone`);
  const { head, issues } = readAccountRow(row);
  if (!head) return { outcome: 'refused', refusals: refusalsOf(`account ${accountNumber}`, issues) } as const;
  const unknownProducts = new Set<string>();
  const context: RowContext = { head, refusals: [], scope: { chargeTypes, unknownProducts }, businessDayOf };
  const listed = async (list: keyof typeof rows) => {
    const given = await readPages(get, resources[list], { billing_account_id: head.billingId });
    const whole: unknown[] = [];
    for (const each of given) whole.push(await withWholeCollection(get, list, each));
    return whole;
  };
  const invoices = await listed('invoices');
  const adjustments = await listed('adjustments');
  const payments = await listed('payments');
  return {
    outcome: 'read',
    billed: {
      ...head.billed,
      invoices: [
        ...invoices.flatMap((each) => readInvoice(each, context)),
        ...adjustments.flatMap((each) => readAdjustment(each, context)),
      ],
      payments: payments.flatMap((each) => readPayment(each, context)),
      refusals: context.refusals,
      unknownProducts: [...unknownProducts],
    },
  } as const;
}

interface RowContext {
  readonly head: AccountHead;
  readonly refusals: RecordRefusal[];
  readonly scope: ChargeScope;
  readonly businessDayOf: (instant: string) => string;
}

/** Reads a row of the account; refuses one that cannot be read, or is another's. */
function readRow<S extends z.ZodType<{ billing_account: { id: string } }>>(
  list: keyof typeof rows,
  schema: S,
  row: unknown,
  { head, refusals }: RowContext,
): z.output<S> | undefined {
  const parsed = schema.safeParse(row);
  const isOwn = parsed.data?.billing_account.id === head.billingId;
  if (parsed.success && isOwn) return parsed.data;
  const other = [{ path: ['billing_account', 'id'], message: 'is of another account' }];
  refusals.push(...refusalsOf(nameOf(list, row), parsed.error?.issues ?? other));
  return undefined;
}

function readInvoice(given: unknown, context: RowContext): InvoiceRecord[] {
  const row = readRow('invoices', rows.invoices, given, context);
  if (!row) return [];
  const wrong = wrongSum(row, row.invoice_items);
  if (!wrong) return [invoiceRecord(row, context.scope)];
  context.refusals.push({ record: nameOf('invoices', given), field: 'amount', reason: wrong });
  return [];
}

function readAdjustment(given: unknown, context: RowContext): InvoiceRecord[] {
  const row = readRow('adjustments', rows.adjustments, given, context);
  if (!row) return [];
  const wrong = wrongSum(row, row[adjustmentNames.items]);
  if (!wrong) return [adjustmentRecord(row, context.scope)];
  context.refusals.push({ record: nameOf('adjustments', given), field: 'amount', reason: wrong });
  return [];
}

function readPayment(given: unknown, context: RowContext): PaymentRecord[] {
  const row = readRow('payments', rows.payments, given, context);
  return row ? [paymentRecord(row, context.businessDayOf)] : [];
}

/** The collection of a list's records, and where the whole of it is. */
const collectionOf = {
  invoices: { member: 'invoice_items', resource: collections.invoiceItems },
  adjustments: { member: adjustmentNames.items, resource: collections.adjustmentItems },
  payments: { member: paymentNames.allocations, resource: collections.allocations },
} as const;

/** A collection of a full page may have more: the whole of it is asked for. */
async function withWholeCollection(get: Get, list: keyof typeof rows, row: unknown): Promise<unknown> {
  const { member, resource } = collectionOf[list];
  const { id: own, [member]: entries, ...rest } = fieldsOf(row);
  if (!id.safeParse(own).success || !Array.isArray(entries) || entries.length < pageSize) return row;
  return { id: own, ...rest, [member]: await readPages(get, `${resources[list]}/${own}/${resource}`) };
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

function refusalsOf(record: string, issues: readonly Issue[]): RecordRefusal[] {
  return issues.map(({ path, message }) => ({ record, field: path.join('.') || 'record', reason: message }));
}

/** A record's number, or its id where that cannot be read. */
function nameOf(list: keyof typeof rows, row: unknown): string {
  const kind = list === 'payments' ? 'payment' : 'invoice';
  const numbers = {
    invoices: 'invoice_num',
    adjustments: adjustmentNames.number,
    payments: paymentNames.number,
  };
  const fields = fieldsOf(row);
  const named = [fields[numbers[list]], fields.id].find((given) => typeof given === 'string');
  return `${kind} ${String(named ?? 'without a number').slice(0, 64)}`;
}
