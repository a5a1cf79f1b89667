import { v7 as uuidv7 } from 'uuid';
import type { BillTo } from '../invoices/as-issued.rules.ts';
import { writeAccount, writeAppointment, writeAutopay, writeMethod } from './import.account.service.ts';
import { historyOf, type KnownHistory } from './import.account-history.rules.ts';
import type { BatchKnowledge } from './import.batch.service.ts';
import { changedPart } from './import.changes.rules.ts';
import { checkAccount, without } from './import.customer.rules.ts';
import { refuseWhatDoesNotAddUp } from './import.history.rules.ts';
import { writeHistory } from './import.history.service.ts';
import type { MethodSnapshot } from './import.history-mapping.rules.ts';
import { type AccountContext, columnsOf, customerMapping, pinColumns } from './import.mapping.rules.ts';
import type { LineRefusal } from './import.parse.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import type { AccountUnit, CustomerUnit, WriteContext } from './import.unit.rules.ts';
import { statements } from './import.writes.repository.ts';

const noHistory: KnownHistory = { bills: [], payments: [], allocations: [], opening: null };

/** Checks what the file says of one customer and writes what may be written. */
export async function writeUnit(
  unit: CustomerUnit,
  known: BatchKnowledge,
  context: WriteContext,
): Promise<LineRefusal[]> {
  const customerId = writeCustomer(unit, context);
  const customerPin = unit.customer ? unit.customer.now.pin : (unit.before?.pin ?? null);
  const refusals: LineRefusal[] = [];
  for (const account of unit.accounts) {
    const checked = checkAccount(account, unit, known, context);
    const before = checked.unit.known ? known.historyOf(checked.unit.known.id) : noHistory;
    const after = historyOf(checked.unit, before, context.timeZone);
    const { history, refusals: wrong } = refuseWhatDoesNotAddUp(after.history);
    refusals.push(...checked.refusals, ...after.refusals, ...wrong);
    const good = without(checked.unit, [...after.refusals, ...wrong]);
    if (!good.account && !good.known) continue;
    const holder = { customerId, customerPin, planPrices: context.planPrices };
    const written = writeAccountUnit(good, holder, known, context);
    if (good.invoices.length + good.payments.length > 0)
      await writeHistory(history, { ...written, known: before, billTo: billToOf(good, unit) }, context);
  }
  return refusals;
}

/** Writes the customer itself; returns its id. */
function writeCustomer({ customer, known }: CustomerUnit, context: WriteContext): string {
  const id = known?.id ?? uuidv7();
  if (!customer) return id;
  const { writes } = context;
  if (!known) writes.insert('customer', { id, ...columnsOf(customerMapping, customer.now, null) });
  else {
    writes.update('customer', columnsOf(customerMapping, customer.now, null, customer.fields), { id });
    if (customer.fields.has('pin')) writes.first(updateAccountPins(id, pinColumns(customer.now.pin)));
  }
  rememberRecord(customer, context);
  return id;
}

/** Accounts that have no PIN of their own take the customer's. */
function updateAccountPins(customerId: string, pin: ReturnType<typeof pinColumns>) {
  return statements
    .updateTable('account as a')
    .from('import_record as r')
    .set((eb) => ({ ...pin, version: eb('a.version', '+', 1) }))
    .where('a.customer_id', '=', customerId)
    .where('r.record_type', '=', 'account')
    .whereRef('r.record_key', '=', 'a.account_number')
    .where((eb) => eb(eb.fn('jsonb_extract_path_text', ['r.content', eb.val('pin')]), 'is', null));
}

/** Who new bills are issued to: what the database has, with what the file changes. */
function billToOf(unit: AccountUnit, { known, customer }: CustomerUnit): BillTo {
  return {
    firstName: '',
    lastName: '',
    language: 'en',
    businessName: null,
    addresses: [],
    ...known,
    ...unit.known,
    ...(customer && changedPart(customer)),
    ...(unit.account && changedPart(unit.account)),
    accountNumber: unit.number,
  };
}

function writeAccountUnit(
  unit: AccountUnit,
  holder: AccountContext,
  known: BatchKnowledge,
  context: WriteContext,
) {
  const account = { id: unit.known?.id ?? uuidv7(), isNew: unit.known === undefined };
  const saved = unit.known ? known.methodsOf(unit.known.id) : [];
  if (unit.account) writeAccount(unit.account, account, holder, context);
  const methods = new Map<string, MethodSnapshot>(saved.map((method) => [method.externalId, method]));
  for (const change of unit.methods)
    methods.set(change.key, writeMethod(change, methods.get(change.key), account, context));
  if (unit.account) writeAutopay(unit.account, account, methods, context);
  for (const change of unit.appointments)
    writeAppointment(change, account.id, known.appointmentId(change.key), context);
  return { account, methods };
}
