import { type ImportLine, importKeys, importOwners } from '@myaccount/contract/import';
import { callActor, type TestImport } from './test-import.ts';

type LineOf<T extends ImportLine['type']> = Extract<ImportLine, { type: T }>;

const ofType = <T extends ImportLine['type']>(type: T, lines: readonly ImportLine[]) =>
  lines.filter((line): line is LineOf<T> => line.type === type);

/** Groups the lines of a file by customer, in order of customers: plans with the first, a login with its last customer. */
export function byCustomer(lines: readonly ImportLine[]): ImportLine[][] {
  const owners = new Map(ofType('account', lines).map((line) => [line.accountNumber, line.customerId]));
  const customers = [...new Set(ofType('customer', lines).map(({ customerId }) => customerId))];
  const customerOf = (line: ImportLine): string | undefined => {
    if ('customerId' in line) return line.customerId;
    if (line.type === 'login')
      return customers.findLast((id) =>
        line.accounts.some((entry) => owners.get(entry.accountNumber) === id),
      );
    return 'accountNumber' in line ? owners.get(line.accountNumber) : customers[0];
  };
  const groups = Map.groupBy(lines, customerOf);
  return customers.map((customer) => groups.get(customer) ?? []);
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** An account's newest bill that alone is open, or nothing is. */
interface NewestBill {
  readonly number: string;
  readonly bill: string;
  readonly open: number;
  /** Whether nothing of it is paid. */
  readonly isWhole: boolean;
}

const selectNewestBills = `
  select a.account_number as number, i.invoice_number as bill, i.open_cents::int as open, i.open_cents = i.amount_cents as "isWhole"
  from account a
  join lateral (select * from invoice where account_id = a.id order by issued_on desc limit 1) i on true
  where a.balance_cents = i.open_cents and i.amount_cents > 0
    and not exists (select from invoice other where other.account_id = a.id and other.open_cents > 0 and other.id <> i.id)`;

/** The lines of a file after a month: bills, payments, returns, corrections, and what people change. */
export async function monthLater(
  lines: readonly ImportLine[],
  desk: Pick<TestImport, 'rows'>,
): Promise<ImportLine[]> {
  const newest = await desk.rows<NewestBill>(selectNewestBills);
  const customers = ofType('customer', lines).map((line, index) =>
    index % 2 ? { ...line, lastName: `${line.lastName}-Ruiz`, dateOfBirth: null } : line,
  );
  const logins = ofType('login', lines).map((line) => ({ ...line, nickname: 'Changed' }));
  const changed = [...customers, ...logins, ...newest.flatMap((bill) => monthOf(bill, lines))];
  const latest = new Map([...lines, ...changed].map((line) => [nameOf(line), line as ImportLine] as const));
  return [...latest.values()];
}

function monthOf(
  { number, bill: invoiceNumber, open, isWhole }: NewestBill,
  lines: readonly ImportLine[],
): ImportLine[] {
  const accounts = ofType('account', lines);
  const kind = accounts.findIndex(({ accountNumber }) => accountNumber === number) % 6;
  const bill = ofType('invoice', lines).find((line) => line.invoiceNumber === invoiceNumber);
  const account = accounts.find(({ accountNumber }) => accountNumber === number);
  const paid = ofType('payment', lines).findLast(
    (line) => line.accountNumber === number && line.status === 'COMPLETED',
  );
  if (!bill || !account) return [];
  if (kind === 0) return [corrected(bill)];
  if (kind === 1 && paid) return [{ ...paid, status: 'RETURNED' }];
  if (kind === 4 && isWhole) return reissued(bill);
  if (kind === 5 && isWhole) return [creditFor(bill)];
  const isPaid = kind === 2 && open > 0;
  const next: ImportLine = {
    ...bill,
    ...{ invoiceNumber: `MONTH-${number}`, issuedOn: '2026-12-20', dueOn: '2027-01-10' },
    ...{ periodStart: '2026-12-20', periodEnd: '2027-01-19', status: 'OPEN', paidOn: null },
    previousBalance: dollars(isPaid ? 0 : open),
  };
  const moved: ImportLine = { ...account, cycleDay: 20, addresses: [], pendingCharges: '7.00' };
  return [...(isPaid ? paymentOf(bill, open) : []), next, moved];
}

function corrected(bill: LineOf<'invoice'>): ImportLine {
  const [first, ...items] = bill.items;
  const [charge, ...charges] = first?.charges ?? [];
  if (!first || !charge) return bill;
  const dearer = { ...charge, amount: dollars(Math.round(Number(charge.amount) * 100) + 1_000) };
  return {
    ...bill,
    items: [{ ...first, charges: [dearer, ...charges] }, ...items],
    status: 'OPEN',
    paidOn: null,
  };
}

function reissued(bill: LineOf<'invoice'>): ImportLine[] {
  const { accountNumber } = bill;
  const day = '2026-12-15';
  const successor = { invoiceNumber: `MONTH-${accountNumber}`, issuedOn: day, dueOn: '2027-01-05' };
  return [
    { ...bill, reversedOn: day, replacedBy: successor.invoiceNumber },
    { ...bill, ...successor, previousBalance: '0.00' },
  ];
}

function creditFor({ accountNumber, invoiceNumber }: LineOf<'invoice'>): ImportLine {
  const credit = {
    ...{ type: 'invoice', invoiceNumber: `MONTH-${accountNumber}`, accountNumber, kind: 'credit' },
    ...{ reason: 'Outage', forInvoice: invoiceNumber, issuedOn: '2026-12-12', status: 'CLOSED' },
    items: [
      { description: 'Outage', charges: [{ type: 'one-time', description: 'Outage', amount: '-5.00' }] },
    ],
  };
  return credit as unknown as ImportLine;
}

function paymentOf(bill: LineOf<'invoice'>, cents: number): ImportLine[] {
  const { accountNumber, invoiceNumber } = bill;
  const payment = {
    ...{ type: 'payment', externalId: `MONTH-${accountNumber}`, accountNumber, occurredOn: '2026-12-10' },
    ...{ amount: dollars(cents), status: 'COMPLETED', method: { methodType: 'custom', cardType: 'CHECK' } },
    appliedTo: [{ invoiceNumber, amount: dollars(cents) }],
  };
  return [payment as unknown as ImportLine, { ...bill, status: 'CLOSED', paidOn: '2026-12-10' }];
}

const fieldsOf = (line: ImportLine) => line as unknown as Record<string, unknown>;
const nameOf = (line: ImportLine) => `${line.type} ${fieldsOf(line)[importKeys[line.type]]}`;

/** The records that differ from those before, with what names them and the fields that differ. */
export function changedFields(lines: readonly ImportLine[], before: readonly ImportLine[]): object[] {
  const last = new Map(before.map((line) => [nameOf(line), fieldsOf(line)]));
  return lines.flatMap((line) => {
    const old = last.get(nameOf(line));
    if (!old) return [line];
    const names = ['type', importKeys[line.type], importOwners[line.type] ?? 'type'];
    const changed = Object.entries(line).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    );
    if (changed.length === 0) return [];
    return [
      { ...Object.fromEntries(names.map((name) => [name, old[name]])), ...Object.fromEntries(changed) },
    ];
  });
}

/**
 * Every row of every table as text, in any order: ids as what they name (`#` for the rest), without sealed bytes and the
 * times that the database itself set.
 */
export async function contentsOf(desk: Pick<TestImport, 'rows'>): Promise<Record<string, string[]>> {
  const named = await desk.rows<{ id: string; name: string }>(`
    select id::text, 'account ' || account_number as name from account
    union all select id::text, 'customer ' || customer_number from customer
    union all select id::text, 'bill ' || invoice_number from invoice
    union all select id::text, 'payment ' || external_id from payment
    union all select id::text, 'method ' || external_id from payment_method
    union all select id::text, 'login ' || email_address from login`);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const tables = await desk.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`,
  );
  const entries: [string, string[]][] = [];
  for (const { name } of tables) {
    const rows = await desk.rows<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`);
    const texts = rows.map(({ text }) =>
      text
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '#')
        .replace(`"actor":"${callActor}"`, '"actor":"operator:import"')
        .replace(/"reference":"\w+"/, '"reference":"#"')
        .replace(/"sealed":\s*"[^"]*"/g, '"sealed":"#"')
        .replace(/"\\\\x[0-9a-f]*"/g, '"#"'),
    );
    entries.push([name, texts.toSorted()]);
  }
  return Object.fromEntries(entries);
}

type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** The rows of each table that only one of two databases has, the first few of each. */
export function differences(ofCalls: Contents, ofFile: Contents) {
  const without = (texts: readonly string[] = [], others: readonly string[] = []) => {
    const left = [...others];
    return texts.filter((text) => {
      const at = left.indexOf(text);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return Object.fromEntries(
    Object.keys(ofFile).flatMap((table) => {
      const [calls, file] = [without(ofCalls[table], ofFile[table]), without(ofFile[table], ofCalls[table])];
      return calls.length + file.length === 0
        ? []
        : [[table, { calls: calls.slice(0, 3), file: file.slice(0, 3) }]];
    }),
  );
}
