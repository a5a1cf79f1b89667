import { v7 as uuidv7 } from 'uuid';
import { writeAccount } from './import.accounts.ts';
import { writeAppointment } from './import.appointments.ts';
import type { BatchKnowledge } from './import.batch.ts';
import type { Desk } from './import.bills.ts';
import { writeBooks } from './import.books.ts';
import { judgeAccount, without } from './import.customer.rules.ts';
import { writeCustomer } from './import.customers.ts';
import { type KnownHistory, refuseHistory } from './import.history.ts';
import { type MethodLook, writeAutopay, writeMethod } from './import.methods.ts';
import type { Refusal } from './import.parse.ts';
import type { AccountUnit, CustomerUnit } from './import.unit.ts';

/** What became of one customer's lines. */
export interface UnitResult {
  readonly refusals: readonly Refusal[];
  /** Numbers of the accounts that stand after it. */
  readonly accounts: readonly string[];
}

const noHistory: KnownHistory = { bills: [], payments: [], allocations: [] };

/** Judges what the file says of one customer and writes what is good of it. */
export async function writeUnit(unit: CustomerUnit, known: BatchKnowledge, desk: Desk): Promise<UnitResult> {
  const customerId = writeCustomer(unit, desk.context, desk.writes);
  const refusals: Refusal[] = [];
  const accounts: string[] = [];
  for (const account of unit.accounts) {
    const judged = judgeAccount(account, unit, known, desk.context);
    const history = historyOf(judged.unit, known);
    const wrong = refuseHistory(judged.unit, history, desk.context.timeZone);
    const good = without(judged.unit, wrong);
    refusals.push(...judged.refusals, ...wrong);
    if (!good.account && !good.known) continue;
    accounts.push(account.number);
    const holder = { customerId, pin: unit.customer ? unit.customer.now.pin : (unit.before?.pin ?? null) };
    await writeAccountUnit(good, holder, { known, history }, desk);
  }
  return { refusals, accounts };
}

function historyOf(unit: AccountUnit, known: BatchKnowledge): KnownHistory {
  return unit.known ? known.historyOf(unit.known.id) : noHistory;
}

async function writeAccountUnit(
  unit: AccountUnit,
  holder: Parameters<typeof writeAccount>[2],
  { known, history }: { readonly known: BatchKnowledge; readonly history: KnownHistory },
  desk: Desk,
): Promise<void> {
  const id = { id: unit.known?.id ?? uuidv7(), isNew: unit.known === undefined };
  const saved = unit.known ? known.methodsOf(unit.known.id) : [];
  if (unit.account) writeAccount(unit.account, id, holder, desk);
  const methods = new Map<string, MethodLook>(saved.map((method) => [method.externalId, method]));
  for (const change of unit.methods) {
    const before = saved.find(({ externalId }) => externalId === change.key);
    methods.set(change.key, writeMethod(change, before, id, desk));
  }
  if (unit.account) {
    const { autopay } = unit.account.now;
    writeAutopay(unit.account, id, autopay && (methods.get(autopay.methodExternalId)?.id ?? null), desk);
  }
  for (const change of unit.appointments)
    writeAppointment(change, id.id, known.appointmentId(change.key), desk);
  await writeBooks(unit, id, { known: history, methods }, desk);
}
