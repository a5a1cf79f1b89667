import type { BillingStore, Bodies, Kind, Stored } from './gotransverse.store.ts';
import { centsOf, totalOf } from './ledger.rules.ts';

/** Thrown for a line that can't be loaded. Its message names line, field, and reason. */
export class LineError extends Error {}

/** What a line of each type must have, its key first. */
const fieldsOf = {
  plan: ['planId', 'name', 'monthlyPrice'],
  customer: ['customerId', 'firstName', 'lastName'],
  account: ['accountNumber', 'customerId', 'accountType', 'accountStatus', 'billType', 'cycleDay', 'planId'],
  paymentMethod: ['externalId', 'accountNumber', 'methodType', 'cardType'],
  invoice: ['invoiceNumber', 'accountNumber', 'issuedOn', 'items'],
  payment: ['externalId', 'accountNumber', 'occurredOn', 'amount', 'status'],
} as const;
type LineType = keyof typeof fieldsOf;
/** Lines whose content the billing system does not have. */
const otherTypes = ['login', 'appointment'];
const money = /^-?\d+\.\d{2}$/;
const moneyFields = ['monthlyPrice', 'pendingCharges', 'previousBalance', 'amount'];

/** Loads lines of an import file, in any order, in place of the records with their keys. Throws a LineError and loads none. */
export function loadLines(billing: BillingStore, text: string): Record<string, number> {
  const lines = text.split('\n').flatMap((json, index) => (json.trim() ? [readLine(json, index + 1)] : []));
  const counts: Record<string, number> = { others: 0 };
  const accounts = new Map<string, number>();
  const refer = (at: number, field: string, kind: Kind, key: unknown): number => {
    const id = (kind === 'account' && accounts.get(String(key))) || billing.find(kind, String(key))?.id;
    if (id === undefined) throw new LineError(`line ${at}: ${field} "${key}" is not known`);
    return id;
  };
  const load = ({ type, at, key, body }: ReturnType<typeof readLine>) => {
    const isAdjustment = type === 'invoice' && (body.kind === 'credit' || body.kind === 'debit');
    const kind = isAdjustment ? 'adjustment' : (type as LineType);
    if (type === 'account')
      for (const of of ['customer', 'plan'] as const) refer(at, `${of}Id`, of, body[`${of}Id`]);
    const isOfAccount = type !== 'account' && 'accountNumber' in body;
    const account = isOfAccount ? refer(at, 'accountNumber', 'account', body.accountNumber) : null;
    const id = billing.save(kind, key, body as unknown as Bodies[Kind], account);
    if (type === 'account') accounts.set(key, id);
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  billing.inTransaction(() => {
    for (const type of Object.keys(fieldsOf)) lines.filter((line) => line.type === type).forEach(load);
    for (const id of accounts.values()) keepOpening(billing, id);
  });
  return { ...counts, others: lines.filter(({ type }) => otherTypes.includes(type)).length };
}

function readLine(json: string, at: number) {
  const refuse = (reason: string) => new LineError(`line ${at}: ${reason}`);
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(json);
  } catch {
    throw refuse('is not JSON');
  }
  // Nothing secret is kept.
  const { type: name, pin: _, token: __, dateOfBirth: ___, ...body } = line;
  const type = String(name);
  const required = Object.hasOwn(fieldsOf, type) ? fieldsOf[type as LineType] : [];
  if (required.length === 0 && !otherTypes.includes(type)) throw refuse(`type "${type}" is not known`);
  const absent = required.find((field) => body[field] === undefined);
  if (absent) throw refuse(`${absent} is missing`);
  const wrong = moneyFields.find((field) => body[field] && !money.test(String(body[field])));
  if (wrong) throw refuse(`${wrong} is not an amount such as 12.34`);
  return { type, at, key: String(body[required[0] ?? '']), body };
}

/** Keeps what was owed before an account's first bill: its previous balance without the payments and adjustments before it. */
function keepOpening(billing: BillingStore, id: number): void {
  const { key, body } = billing.findById<'account'>(id) as Stored<'account'>;
  const bills = billing.listOf('invoice', id).map((bill) => bill.body);
  const [first] = bills.sort((a, b) => a.issuedOn.localeCompare(b.issuedOn));
  if (!first) return;
  const isBefore = (day?: string | null) => Boolean(day && day.slice(0, 10) < first.issuedOn);
  const paid = billing
    .listOf('payment', id)
    .filter((payment) => payment.body.status === 'COMPLETED' && isBefore(payment.body.occurredOn))
    .map((payment) => centsOf(payment.body.amount));
  const adjusted = billing
    .listOf('adjustment', id)
    .filter((bill) => isBefore(bill.body.issuedOn) && !isBefore(bill.body.reversedOn))
    .map((bill) => -totalOf(bill.body));
  const openingCents = [...paid, ...adjusted].reduce(
    (sum, cents) => sum + cents,
    centsOf(first.previousBalance ?? '0'),
  );
  billing.save('account', key, { ...body, openingCents, openingOn: first.issuedOn });
}
