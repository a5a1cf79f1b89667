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
  const lines = text.split('\n').flatMap((json, index) => (json.trim() ? [readLine(json, index + 1)] : []));
  const counts: Record<string, number> = {};
  const idOf = ({ at, body }: (typeof lines)[number], field: string, kind: Kind) => {
    const id = billing.records.find({ kind, key: String(body[field]) })?.id;
    if (id === undefined) throw new RefusalError(`line ${at}: ${field} "${body[field]}" is not known`);
    return id;
  };
  const load = (line: (typeof lines)[number]) => {
    const { type, key, body } = line;
    const isAdjustment = type === 'invoice' && (body.kind === 'credit' || body.kind === 'debit');
    const kind = isAdjustment ? 'adjustment' : (type as Kind);
    if (kind === 'account') idOf(line, 'customerId', 'customer');
    if (kind === 'account') idOf(line, 'planId', 'plan');
    const isOfAccount = kind !== 'account' && 'accountNumber' in body;
    billing.save(kind, key, body as never, isOfAccount ? idOf(line, 'accountNumber', 'account') : null);
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  billing.inTransaction(() => {
    for (const [type, [key]] of fieldsOf) if (key) lines.filter((line) => line.type === type).forEach(load);
    for (const { type, key } of lines) if (type === 'account') keepOpening(billing, key);
  });
  return counts;
}

function readLine(json: string, at: number) {
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
    return { type: String(type), at, key: String(body[fields[0] ?? '']), body };
  } catch (error) {
    throw new RefusalError(`line ${at}: ${error instanceof RefusalError ? error.message : 'is not JSON'}`);
  }
}

/** Keeps what was owed before an account's first bill: its previous balance without the payments and adjustments before it. */
function keepOpening(billing: BillingStore, number: string): void {
  const account = billing.find('account', number) as Stored<'account'>;
  const { id } = account;
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
