import { sandboxCredentials } from '../../apps/sandbox/src/credentials.ts';
import { withClient } from '../../environment/database.ts';
import type { BillingSite } from './billing-site.ts';

/** Bills, adjustments, and payments in words, by name: `bill 300000003-004`. A name has as many texts as there are records. */
export type Records = ReadonlyMap<string, readonly string[]>;

/** A payment that names one made in the portal. */
export interface Posted {
  readonly account: string;
  readonly id: string;
  readonly cents: number;
  readonly status: string;
}

/** An account on either side. */
export interface AccountState {
  readonly cents: number;
  readonly price: number;
  readonly billType: string;
  readonly email: string;
}

/** One side: everything that it has. */
export interface Side {
  readonly records: Records;
  readonly accounts: ReadonlyMap<string, AccountState>;
}

// biome-ignore lint/suspicious/noExplicitAny: the API's answers, which the referee reads as they are
type Wire = any;
const pageSize = 50;
const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
const states: Readonly<Record<string, string>> = {
  APPLIED: 'COMPLETED',
  PENDING: 'PENDING',
  FAILED: 'PROCESSING_ERROR',
  CANCELED: 'RETURNED',
  REFUNDED: 'REFUNDED',
};
const centsOf = (dollars: number) => Math.round(dollars * 100);
const dayOf = (at: string | null) => at?.slice(0, 10) ?? '-';

/** Reads everything of the billing system, as its API has it. */
export async function readThere(site: BillingSite): Promise<Side & { readonly posted: readonly Posted[] }> {
  const records = new Map<string, string[]>();
  const posted: Posted[] = [];
  for (const row of await listOf(site, 'invoices')) {
    const { invoice_num, invoice_type, due_date, reversed_date, replacement_invoice } = row;
    const sure = [invoice_type.toLowerCase(), row.amount, dayOf(row.invoice_date), `due ${dayOf(due_date)}`];
    const later = [`reversed ${dayOf(reversed_date)} ${replacement_invoice?.invoice_num ?? '-'}`];
    add(records, `bill ${invoice_num}`, row, [...sure, ...later, linesOf(row.invoice_items)]);
  }
  for (const row of await listOf(site, 'adjustments')) {
    const sure = [row.adjustment_type, row.amount, dayOf(row.adjustment_date), row.description];
    const later = [`reversed ${dayOf(row.reversed_date)}`, linesOf(row.adjustment_items)];
    add(records, `adjustment ${row.adjustment_num}`, row, [...sure, ...later]);
  }
  for (const row of await listOf(site, 'payments')) {
    const account = row.billing_account.account_num;
    const { reference: id, status, amount } = row;
    if (id) posted.push({ account, id, cents: centsOf(amount), status });
    else
      add(records, `payment ${row.payment_num}`, row, [
        amount,
        days.format(new Date(row.payment_date)),
        states[status] ?? status,
      ]);
  }
  const accounts = new Map<string, AccountState>();
  for (const row of await listOf(site, 'billing-accounts')) {
    const email = row.responsible_party.addresses.find(({ email: one }: Wire) => one)?.email ?? '';
    accounts.set(row.account_num, {
      cents: centsOf(row.balance),
      price: centsOf(row.services[0].price),
      billType: row.bill_type,
      email,
    });
  }
  return { records, accounts, posted };
}

async function listOf({ outside }: BillingSite, resource: string): Promise<Wire[]> {
  const all: Wire[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${outside.url}/gotransverse/billing/2/${resource}?page_size=${pageSize}&page_number=${page}`;
    const response = await fetch(url, { headers: { 'x-api-key': sandboxCredentials.GTV_API_KEY } });
    const rows = (await response.json()) as Wire[];
    all.push(...rows);
    if (rows.length < pageSize) return all;
  }
}

function add(records: Map<string, string[]>, name: string, row: Wire, words: readonly unknown[]): void {
  const amountFirst = words.map((word) => (typeof word === 'number' ? word.toFixed(2) : String(word)));
  const text = [`of ${row.billing_account.account_num}`, ...amountFirst].join(', ');
  records.set(name, [...(records.get(name) ?? []), text]);
}

const linesOf = (items: readonly Wire[]) =>
  items
    .map(
      ({ service, description, total_amount }) => `${service.name}/${description} ${total_amount.toFixed(2)}`,
    )
    .join('; ');

const selectBills = `
  select a.account_number as account, i.invoice_number as number, i.kind, i.amount_cents::int as cents, i.issued_on::text as issued,
    i.due_on::text as due, i.reason, coalesce(i.reversed_on::text, '-') as reversed, coalesce(s.invoice_number, '-') as successor,
    (select string_agg(t.description || '/' || c.description || ' ' || (c.amount_cents / 100.0)::numeric(12, 2)::text, '; '
        order by c.item_position, c.position)
      from invoice_charge c join invoice_item t on t.account_id = c.account_id and t.invoice_id = c.invoice_id
        and t.position = c.item_position
      where c.account_id = i.account_id and c.invoice_id = i.id) as lines
  from invoice i join account a on a.id = i.account_id left join invoice s on s.account_id = i.account_id and s.id = i.replaced_by`;
const selectPayments = `
  select a.account_number as account, p.external_id as number, p.amount_cents::int as cents, p.occurred_on::text as day, p.state
  from payment p join account a on a.id = p.account_id where p.external_id is not null`;
const selectAccounts = `
  select a.account_number as account, a.balance_cents::int as cents, a.monthly_price_cents::int as price,
    a.bill_type as "billType", coalesce(c.email_address, '') as email
  from account a join customer c on c.id = a.customer_id`;

interface BillRow {
  readonly account: string;
  readonly number: string;
  readonly kind: string;
  readonly cents: number;
  readonly issued: string;
  readonly due: string;
  readonly reason: string;
  readonly reversed: string;
  readonly successor: string;
  readonly lines: string;
}

/** Reads what billing has of everything here, from the tables. */
export async function readHere({ database }: BillingSite): Promise<Side> {
  return await withClient(database.url, async (client) => {
    const rowsOf = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
    const records = new Map<string, string[]>();
    const note = (name: string, account: string, words: readonly string[]) =>
      records.set(name, [...(records.get(name) ?? []), [`of ${account}`, ...words].join(', ')]);
    for (const bill of await rowsOf<BillRow>(selectBills)) {
      const amount = (bill.cents / 100).toFixed(2);
      if (bill.kind === 'credit' || bill.kind === 'debit')
        note(`adjustment ${bill.number}`, bill.account, [
          ...[bill.kind, amount, bill.issued, bill.reason],
          ...[`reversed ${bill.reversed}`, bill.lines],
        ]);
      else
        note(`bill ${bill.number}`, bill.account, [
          ...[bill.kind, amount, bill.issued, `due ${bill.due}`],
          ...[`reversed ${bill.reversed} ${bill.successor}`, bill.lines],
        ]);
    }
    for (const paid of await rowsOf<
      Pick<BillRow, 'account' | 'number' | 'cents'> & { day: string; state: string }
    >(selectPayments))
      note(`payment ${paid.number}`, paid.account, [(paid.cents / 100).toFixed(2), paid.day, paid.state]);
    const accounts = await rowsOf<AccountState & { account: string }>(selectAccounts);
    return { records, accounts: new Map(accounts.map(({ account, ...state }) => [account, state])) };
  });
}
