import { v7 as uuidv7 } from 'uuid';
import type { BillTo } from '../invoices/as-issued.rules.ts';
import { historyOf, type KnownHistory } from './import.account-history.rules.ts';
import { writeMoney } from './import.account-money.ts';
import { type Holder, writeAccount } from './import.accounts.ts';
import { writeAppointment } from './import.appointments.ts';
import type { BatchKnowledge } from './import.batch.ts';
import type { Desk } from './import.bills.ts';
import { changedPart } from './import.changes.ts';
import { judgeAccount, without } from './import.customer.rules.ts';
import { writeCustomer } from './import.customers.ts';
import { refuseWhatDoesNotAddUp } from './import.history.rules.ts';
import { type MethodLook, writeAutopay, writeMethod } from './import.methods.ts';
import type { Refusal } from './import.parse.ts';
import type { AccountUnit, CustomerUnit } from './import.unit.ts';

/** What became of one customer's lines. */
export interface UnitResult {
  readonly refusals: readonly Refusal[];
  /** Numbers of the accounts that stand after it. */
  readonly accounts: readonly string[];
}

const noHistory: KnownHistory = { bills: [], payments: [], allocations: [], opening: null };

/** Checks what the file says of one customer and writes what may be written. */
export async function writeUnit(unit: CustomerUnit, known: BatchKnowledge, desk: Desk): Promise<UnitResult> {
  const customerId = writeCustomer(unit, desk.context, desk.writes);
  const refusals: Refusal[] = [];
  const accounts: string[] = [];
  for (const account of unit.accounts) {
    const checked = judgeAccount(account, unit, known, desk.context);
    const before = checked.unit.known ? known.historyOf(checked.unit.known.id) : noHistory;
    const after = historyOf(checked.unit, before, desk.context.timeZone);
    const { history, refusals: wrong } = refuseWhatDoesNotAddUp(after.history);
    refusals.push(...checked.refusals, ...after.refusals, ...wrong);
    const good = without(checked.unit, [...after.refusals, ...wrong]);
    if (!good.account && !good.known) continue;
    accounts.push(account.number);
    const holder = { customerId, pin: unit.customer ? unit.customer.now.pin : (unit.before?.pin ?? null) };
    const written = writeAccountUnit(good, holder, known, desk);
    if (good.invoices.length + good.payments.length > 0)
      await writeMoney(history, { ...written, known: before, billTo: billToOf(good, unit) }, desk);
  }
  return { refusals, accounts };
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

function writeAccountUnit(unit: AccountUnit, holder: Holder, known: BatchKnowledge, desk: Desk) {
  const account = { id: unit.known?.id ?? uuidv7(), isNew: unit.known === undefined };
  const saved = unit.known ? known.methodsOf(unit.known.id) : [];
  if (unit.account) writeAccount(unit.account, account, holder, desk);
  const methods = new Map<string, MethodLook>(saved.map((method) => [method.externalId, method]));
  for (const change of unit.methods) {
    const before = saved.find(({ externalId }) => externalId === change.key);
    methods.set(change.key, writeMethod(change, before, account, desk));
  }
  if (unit.account) {
    const { autopay } = unit.account.now;
    writeAutopay(unit.account, account, autopay && (methods.get(autopay.methodExternalId)?.id ?? null), desk);
  }
  for (const change of unit.appointments)
    writeAppointment(change, account.id, known.appointmentId(change.key), desk);
  return { account, methods };
}
