import { z } from 'zod';
import type { BillingSettings } from '../gateway-settings.ts';
import { measureCall } from '../measure-call.ts';
import { httpStatus, type JsonResponse, retryAfterSeconds, ServiceHttp, unavailable } from '../service-http.ts';
import { keyCheck } from '../shared-key.ts';
import type {
  BilledAccount,
  BillingList,
  BillingRecord,
  BillingSystem,
  NewRecords,
  RecordRefusal,
} from './billing-system.ts';
import { type AccountHead, accountNumberOf, readAccountRow } from './gtv.account.ts';
import {
  adjustmentRecord,
  allocations,
  invoiceRecord,
  items,
  paymentRecord,
  rows,
  wrongSum,
} from './gtv.bills.ts';
import { id, number } from './gtv.fields.ts';
import {
  adjustmentNames,
  afterFilter,
  basePath,
  collections,
  countHeader,
  hookAccount,
  hookKeyHeader,
  keyHeader,
  pageSize,
  paymentNames,
  resources,
} from './gtv.names.ts';

const service = 'gotransverse';

/** No answer, or none that is whole: what was read of it counts for nothing. */
class NoAnswer extends Error {
  readonly retryAfterSeconds: number | null;

  constructor(text: string, retryAfter: number | null = null) {
    super(text);
    this.retryAfterSeconds = retryAfter;
  }
}

/** What is refused of an answer, beside what could be read. */
interface Notes {
  readonly refusals: RecordRefusal[];
  readonly unknownProducts: Set<string>;
}

/** Opens Gotransverse, for reading alone. Nothing is sent before the first call. */
export function openGotransverse(
  settings: BillingSettings,
  businessDayOf: (instant: string) => string,
): BillingSystem {
  const { url, apiKey, hookKey, previousHookKey, timeoutMs } = settings;
  const http = new ServiceHttp({ url, headers: { [keyHeader]: apiKey }, timeoutMs });
  const isKey = keyCheck(hookKey, previousHookKey);
  /** Does the calls of one answer, and counts them. */
  const answer = async <R extends { readonly outcome: string }>(name: string, work: (get: Get) => Promise<R>) => {
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
    readNotification: (body) => z.object({ [hookAccount]: number }).safeParse(body).data?.[hookAccount],
    state: () => http.state(),
  };
}

type Get = (path: string) => Promise<JsonResponse>;

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
  const notes: Notes = { refusals: [], unknownProducts: new Set() };
  const { head, issues } = readAccountRow(row);
  if (!head) {
    notes.refusals.push(...refusalsOf(`account ${accountNumber}`, issues));
    return { outcome: 'read', account: unreadable(accountNumber, notes) } as const;
  }
  const scope = { chargeTypes, unknownProducts: notes.unknownProducts };
  const listed = async <L extends keyof typeof rows>(list: L) => {
    const query = { billing_account_id: head.billingId };
    const all = await readPages(get, resources[list], query);
    return all.map((each) => ({ list, row: each }));
  };
  const lists = [await listed('invoices'), await listed('adjustments'), await listed('payments')].flat();
  const records: BillingRecord[] = [];
  for (const { list, row: listedRow } of lists)
    records.push(...(await readRow(get, list, listedRow, { head, notes, scope, businessDayOf })));
  const { billingId: _, cycleDay: __, ...account } = head;
  return {
    outcome: 'read',
    account: {
      ...account,
      records: [...head.records, ...records],
      refusals: notes.refusals,
      unknownProducts: [...notes.unknownProducts],
    },
  } as const;
}

/** Nothing of an account counts whose own record cannot be read. */
function unreadable(accountNumber: string, { refusals }: Notes): BilledAccount {
  const nothing = { customerNumber: '', balanceCents: 0, isChargedThere: true, emailAddress: null };
  return { accountNumber, ...nothing, records: [], refusals, unknownProducts: [] };
}

interface RowContext {
  readonly head: AccountHead;
  readonly notes: Notes;
  readonly scope: Parameters<typeof invoiceRecord>[1];
  readonly businessDayOf: (instant: string) => string;
}

/** Reads a bill, an adjustment, or a payment of the account; none if it is refused. */
async function readRow(
  get: Get,
  list: keyof typeof rows,
  given: unknown,
  { head, notes, scope, businessDayOf }: RowContext,
): Promise<BillingRecord[]> {
  const row = await withWholeCollection(get, list, given);
  const refuse = (issues: readonly Issue[]) => {
    notes.refusals.push(...refusalsOf(nameOf(list, row), issues));
    return [];
  };
  const isOther = (owner: { id: string }) =>
    owner.id === head.billingId ? [] : [{ path: ['billing_account', 'id'], message: 'is of another account' }];
  const read = <S extends z.ZodType<{ billing_account: { id: string } }>>(
    schema: S,
    map: (data: z.output<S>) => BillingRecord,
    sumOf?: (data: z.output<S>) => string | undefined,
  ) => {
    const parsed = schema.safeParse(row);
    if (!parsed.success) return refuse(parsed.error.issues);
    const other = isOther(parsed.data.billing_account);
    const sum = sumOf?.(parsed.data);
    if (other.length > 0) return refuse(other);
    return sum ? refuse([{ path: ['amount'], message: sum }]) : [map(parsed.data)];
  };
  if (list === 'payments') return read(rows.payments, (data) => paymentRecord(data, businessDayOf));
  if (list === 'invoices')
    return read(
      rows.invoices,
      (data) => invoiceRecord(data, scope),
      (data) => wrongSum(data, data.invoice_items),
    );
  return read(
    rows.adjustments,
    (data) => adjustmentRecord(data, scope),
    (data) => wrongSum(data, data[adjustmentNames.items]),
  );
}

/** The collection of a list's records, and where the whole of it is. */
const collectionOf = {
  invoices: { member: 'invoice_items', resource: collections.invoiceItems, schema: items },
  adjustments: { member: adjustmentNames.items, resource: collections.adjustmentItems, schema: items },
  payments: { member: paymentNames.allocations, resource: collections.allocations, schema: allocations },
} as const;

/** A collection of a full page may have more: the whole of it is asked for. */
async function withWholeCollection(get: Get, list: keyof typeof rows, row: unknown): Promise<unknown> {
  const { member, resource } = collectionOf[list];
  const parsed = z.looseObject({ id, [member]: z.array(z.unknown()) }).safeParse(row);
  if (!parsed.success || (parsed.data[member] as unknown[]).length < pageSize) return row;
  return { ...parsed.data, [member]: await readPages(get, `${resources[list]}/${parsed.data.id}/${resource}`) };
}

/** Reads all pages of a list. Fewer or other records than the list counts, or one twice, are no answer. */
async function readPages(get: Get, path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const pages = { page_number: String(page), page_size: String(pageSize) };
    const response = await get(`${path}?${new URLSearchParams({ ...query, ...pages })}`);
    const { list, total } = readList(response);
    all.push(...list);
    if (list.length === pageSize && all.length !== total) continue;
    const ids = all.map((row) => z.object({ id: z.unknown() }).safeParse(row).data?.id);
    if (total !== null && total !== all.length)
      throw new NoAnswer(`${path} has ${all.length} of ${total} records`);
    if (new Set(ids).size !== all.length && ids.some((given) => given !== undefined))
      throw new NoAnswer(`${path} has a record twice`);
    return all;
  }
}

/** The rows of a list and how many there are in all; null where the answer does not count them. */
function readList({ status, body, headers }: JsonResponse): { list: unknown[]; total: number | null } {
  const list: unknown = body;
  if (status !== httpStatus.ok || !Array.isArray(list)) throw new NoAnswer(`HTTP ${status} without a list`);
  const count = headers?.get(countHeader);
  return { list, total: count && /^\d+$/.test(count) ? Number(count) : null };
}

const listed = z.object({ id, billing_account: z.object({ account_num: number }) });
const listedAccount = z.object({ id, account_num: number }).transform(({ id: own, account_num }) => ({
  id: own,
  billing_account: { account_num },
}));

async function listAfter(get: Get, list: BillingList, after: string | null) {
  const query = { ...(after !== null && { filter: afterFilter(after) }), page_size: String(pageSize) };
  const response = await get(`${resources[list]}?${new URLSearchParams(query)}`);
  return newRecords(list, readList(response).list, after);
}

async function findLast(get: Get, list: BillingList) {
  const pageOf = async (page: number) =>
    readList(await get(`${resources[list]}?page_size=1&page_number=${page}`));
  const { total } = await pageOf(1);
  if (total === null) throw new NoAnswer(`${resources[list]} has no ${countHeader}`);
  const { list: last } = total === 0 ? { list: [] } : await pageOf(total);
  return { ...newRecords(list, last, null), accountNumbers: [], isLast: true };
}

/** Ids must grow: else the list would begin again, or skip. */
function newRecords(list: BillingList, given: readonly unknown[], after: string | null): Omit<Extract<NewRecords, { outcome: 'listed' }>, 'calls'> {
  const parsed = z.array(list === 'accounts' ? listedAccount : listed).safeParse(given);
  if (!parsed.success) throw new NoAnswer(`${resources[list]}: ${parsed.error.issues[0]?.message}`);
  let lastId = after;
  for (const row of parsed.data) {
    if (lastId !== null && BigInt(row.id) <= BigInt(lastId))
      throw new NoAnswer(`${resources[list]} is not in order of id after ${lastId}`);
    lastId = row.id;
  }
  return {
    outcome: 'listed',
    accountNumbers: [...new Set(parsed.data.map(({ billing_account }) => billing_account.account_num))],
    lastId,
    isLast: given.length < pageSize,
  };
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

function refusalsOf(record: string, issues: readonly Issue[]): RecordRefusal[] {
  return issues.map(({ path, message }) => ({ record, field: path.join('.') || 'record', reason: message }));
}

/** A record's number, or its id where that cannot be read. */
function nameOf(list: keyof typeof rows, row: unknown): string {
  const kind = list === 'payments' ? 'payment' : 'invoice';
  const numbers = { invoices: 'invoice_num', adjustments: adjustmentNames.number, payments: paymentNames.number };
  const fields = z.record(z.string(), z.unknown()).safeParse(row).data ?? {};
  const named = [fields[numbers[list]], fields.id].find((given) => typeof given === 'string');
  return `${kind} ${String(named ?? 'without a number').slice(0, 64)}`;
}
