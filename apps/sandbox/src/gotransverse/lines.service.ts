import {
  type BillingStore,
  type Kind,
  type Payment,
  RefusalError,
  type Stored,
} from './gotransverse.store.ts';
import { centsOf, totalOf } from './ledger.rules.ts';

/** What a line of each type must have, its key first. */
const fieldsOf = new Map<string, readonly string[]>([
  ['plan', ['planId', 'name', 'monthlyPrice']],
  ['customer', ['customerId', 'firstName', 'lastName']],
  [
    'account',
    ['accountNumber', 'customerId', 'accountType', 'accountStatus', 'billType', 'cycleDay', 'planId'],
  ],
  ['paymentMethod', ['externalId', 'accountNumber', 'methodType', 'cardType']],
  ['invoice', ['invoiceNumber', 'accountNumber', 'issuedOn', 'items']],
  ['payment', ['externalId', 'accountNumber', 'occurredOn', 'amount', 'status']],
  // What the billing system does not have.
  ['login', []],
  ['appointment', []],
]);
const money = /^-?\d+\.\d{2}$/;
const moneyFields = ['monthlyPrice', 'pendingCharges', 'previousBalance', 'amount'];

/** Loads lines of an import file, in any order, in place of the records with their keys. Throws a RefusalError and loads none. */
export function loadLines(billing: BillingStore, text: string): Record<string, number> {
  // Of a large file, one line at a time is kept as more than text.
  const lines = text.split('\n').map((json, index) => ({ json, at: index + 1 }));
  const filled = lines.filter(({ json }) => json.trim() !== '');
  const types = filled.map((line) => readLine(line).type);
  const counts: Record<string, number> = {};
  const accounts = new Map<string, number>();
  const idOf = (at: number, field: string, kind: Kind, key: unknown) => {
    const id = accounts.get(`${kind} ${key}`) ?? billing.records.find({ kind, key: String(key) })?.id;
    if (id === undefined) throw new RefusalError(`line ${at}: ${field} "${key}" is not known`);
    return id;
  };
  const load = (line: (typeof lines)[number]) => {
    const { type, key, body } = readLine(line);
    const isAdjustment = type === 'invoice' && (body.kind === 'credit' || body.kind === 'debit');
    const kind = isAdjustment ? 'adjustment' : (type as Kind);
    if (kind === 'account') idOf(line.at, 'customerId', 'customer', body.customerId);
    if (kind === 'account') idOf(line.at, 'planId', 'plan', body.planId);
    const isOfAccount = kind !== 'account' && 'accountNumber' in body;
    const account = isOfAccount ? idOf(line.at, 'accountNumber', 'account', body.accountNumber) : null;
    const id = billing.save(kind, key, body as never, account);
    if (kind === 'account') accounts.set(`account ${key}`, id);
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  billing.inTransaction(() => {
    for (const [type, [key]] of fieldsOf)
      if (key) filled.filter((_, index) => types[index] === type).forEach(load);
    for (const id of accounts.values()) keepOpening(billing, id);
  });
  return counts;
}

function readLine({ json, at }: { json: string; at: number }) {
  try {
    // Nothing secret is kept.
    const {
      type,
      pin: _,
      token: __,
      dateOfBirth: ___,
      ...body
    } = JSON.parse(json) as Record<string, unknown>;
    const fields = fieldsOf.get(String(type));
    if (!fields) throw new RefusalError(`type "${type}" is not known`);
    const absent = fields.find((field) => body[field] === undefined);
    if (absent) throw new RefusalError(`${absent} is missing`);
    const wrong = moneyFields.find((field) => body[field] && !money.test(String(body[field])));
    if (wrong) throw new RefusalError(`${wrong} is not an amount such as 12.34`);
    return { type: String(type), key: String(body[fields[0] ?? '']), body };
  } catch (error) {
    throw new RefusalError(`line ${at}: ${error instanceof RefusalError ? error.message : 'is not JSON'}`);
  }
}

/** Keeps what was owed before an account's first bill: its previous balance without the payments and adjustments before it. */
function keepOpening(billing: BillingStore, id: number): void {
  const account = billing.findById(id) as Stored<'account'>;
  const bills = billing.listOf('invoice', id).map((bill) => bill.body);
  const [first] = bills.sort((a, b) => a.issuedOn.localeCompare(b.issuedOn));
  if (!first) return;
  const isBefore = (day?: string | null) => Boolean(day && day.slice(0, 10) < first.issuedOn);
  const isPaid = ({ status, occurredOn }: Payment) => status === 'COMPLETED' && isBefore(occurredOn);
  const adjustments = billing.listOf('adjustment', id).map((adjustment) => adjustment.body);
  const parts = [
    centsOf(first.previousBalance ?? '0'),
    ...billing
      .listOf('payment', id)
      .map((payment) => (isPaid(payment.body) ? centsOf(payment.body.amount) : 0)),
    ...adjustments.map((bill) =>
      isBefore(bill.issuedOn) && !isBefore(bill.reversedOn) ? -totalOf(bill) : 0,
    ),
  ];
  const openingCents = parts.reduce((sum, cents) => sum + cents, 0);
  billing.change(account, { openingCents, openingOn: first.issuedOn });
}
