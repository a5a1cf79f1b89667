import { centsOf } from '@myaccount/contract/money';
import { parseReference } from '@myaccount/contract/payment-reference';
import { type RawBuilder, sql } from 'kysely';
import { recordedForms, toE164 } from '../features/texts/phone-number.rules.ts';
import type { Database } from '../platform/database/connect.ts';
import { loginForms } from '../platform/email-forms.ts';
import { accountFace, accountTables, serviceAddress } from './show-sections.ts';
import { type ColumnValues, listRows } from './text-section.ts';

// An operator searches all customers by what a caller says. No call of customers does (docs/decisions/32-scale.md).

/** Most accounts that an operator sees of a search. */
export const mostFound = 25;
/** Between words of a name and an address. */
const mostGaps = 9;

/** Selects account, rank, by what it was found, and the payment. */
type Matches = RawBuilder<unknown>;
/** The account's own number before other numbers, whole words before beginnings (search_query). */
const ranks = { number: sql.lit(1), exact: sql.lit(2), '': sql.lit(3), ':*': sql.lit(4) };
type Ending = '' | ':*';

/**
 * Returns the accounts that fit what a caller said, best first; if there are more than {@link mostFound}, one more. Each has the columns
 * of {@link accountFace}, its `rank`, by what it was `found_by`, and those of the newest payment where a payment was found.
 */
export async function searchAccounts(db: Database, typed: string): Promise<ColumnValues[]> {
  const said = typed.trim();
  const exactly = await listBest(db, exactMatches(said));
  if (exactly.length > 0) return exactly;
  const whole = wordMatches(said, '');
  const found = await listBest(db, whole);
  if (found.length > mostFound) return found;
  const mixed = found.length === 0 ? await listBest(db, mixedMatches(said)) : [];
  if (mixed.length > 0) return mixed;
  // Beginnings take longest: many words have a common one.
  return await listBest(db, [...whole, ...wordMatches(said, ':*')]);
}

async function listBest(db: Database, matches: readonly Matches[]): Promise<ColumnValues[]> {
  // The limit of each keeps PostgreSQL from starting workers, which takes longer than a search.
  const limited = matches.map((match) => sql`(${match} limit ${2 * mostFound})`);
  const best = sql`
    select account_id, min(rank) as rank, string_agg(distinct what, ', ') as found_by,
      (array_agg(payment_id order by payment_id desc nulls last))[1] as payment_id
    from (${sql.join(limited, sql` union all `)} limit ${2 * mostFound}) as match (account_id, rank, what, payment_id)
    group by account_id`;
  const accounts = sql`
    select a.id, ${accountFace}, m.rank, m.found_by, r.reference as payment_reference, p.occurred_on, p.state, p.amount_cents,
      m.payment_id, (select string_agg(l.email_address, ', ' order by l.email_address)
        from login_account la join login l on l.id = la.login_id where la.account_id = a.id) as logins
    from (${best}) m join ${accountTables} on a.id = m.account_id
    left join payment p on p.account_id = m.account_id and p.id = m.payment_id
    left join payment_reference r on r.account_id = m.account_id and r.payment_id = m.payment_id
    order by m.rank, a.status, name, a.account_number limit ${mostFound + 1}`;
  return limited.length === 0 ? [] : await listRows(db, accounts);
}

const accounts = (what: string, condition: Matches, rank = ranks.exact) => sql`
  select a.account_id, ${rank}, ${what}, null::uuid
  from customer c join account_lookup a on a.kind = 'account' and a.customer_id = c.id where ${condition}`;
const payments = (condition: Matches) => sql`
  select account_id, ${ranks.exact}, 'payment', (array_agg(id order by id desc))[1] from payment where ${condition} group by account_id`;

/** Selects what is said exactly: an e-mail address, any number, a phone, or a card's last four digits with an amount. */
function exactMatches(said: string): Matches[] {
  const forms = loginForms(said);
  if (said.includes('@'))
    return [
      sql`select la.account_id, ${ranks.exact}, 'login', null::uuid from login l join login_account la on la.login_id = l.id
        where l.email_address = any(${forms}) or l.import_address = any(${forms})`,
      accounts('contact', sql`lower(c.email_address collate "C") = any(${forms})`),
    ];
  const isName = /\s/.test(said) && !/\d/.test(said);
  return isName ? [] : [...numberMatches(said), ...phoneMatches(said), ...cardPaymentMatches(said)];
}

/** Numbers may be said in any case, and in groups. */
function numberMatches(said: string): Matches[] {
  const forms = [...new Set([said, said.toUpperCase(), said.replace(/[\s-]/g, '')])];
  const reference = parseReference(said) ?? null;
  return [
    accounts('account number', sql`a.key = any(${forms})`, ranks.number),
    accounts('customer number', sql`c.customer_number = any(${forms})`),
    sql`select account_id, ${ranks.exact}, 'bill', null from invoice where invoice_number = any(${forms})`,
    sql`select account_id, ${ranks.exact}, 'payment', payment_id from payment_reference where reference = ${reference}`,
    ...['external_id', 'processor_reference', 'processor_transaction'].map((column) =>
      payments(sql`${sql.ref(column)} = any(${forms})`),
    ),
  ];
}

function phoneMatches(said: string): Matches[] {
  if (!/^[\s(+]*(?:\d[\s().-]*){7,}$/.test(said)) return [];
  const digits = said.replace(/\D/g, '');
  return [accounts('phone', sql`c.phone_number = any(${[digits, ...recordedForms(toE164(digits) ?? '')]})`)];
}

/** “4242 84.99”, as a bank's statement has it. */
function cardPaymentMatches(said: string): Matches[] {
  const [, lastFour, dollars] = /^\W*(\d{4})\s+(\$?[\d,]*\.\d\d|\$[\d,]+)$/.exec(said) ?? [];
  const cents = centsOf(Number(dollars?.replace(/[$,]/g, '')));
  return lastFour ? [payments(sql`last_four = ${lastFour} and amount_cents = ${cents}`)] : [];
}

/** Selects the accounts that have all the words in the name of the customer or business. */
const named = (words: string, ending: Ending) => sql`
  select a.account_id as id from customer c join account_lookup a on a.kind = 'account' and a.customer_id = c.id
  where search_vector(c.first_name || ' ' || c.last_name) @@ search_query(${words}, ${ending})
  union all
  select id from account where business_name is not null and search_vector(business_name) @@ search_query(${words}, ${ending})`;

/** Selects the accounts that have all the words in the service address. */
const located = (words: string, ending: Ending) => sql`
  select d.account_id as id from address d
  where d.address_type = 'Service' and search_vector(${serviceAddress}) @@ search_query(${words}, ${ending})`;

const wordMatches = (said: string, ending: Ending) => [
  sql`select id, ${ranks[ending]}, 'name', null::uuid from (${named(said, ending)}) n`,
  sql`select id, ${ranks[ending]}, 'address', null from (${located(said, ending)}) d`,
];

/** Selects who has the first words in the name and the others in the service address, or the other way round. */
function mixedMatches(said: string): Matches[] {
  const gaps = [...said.matchAll(/\s+/g)].slice(0, mostGaps);
  const halves = gaps.map(({ index }) => [said.slice(0, index), said.slice(index)] as const);
  return [...halves, ...halves.map(([start, end]) => [end, start] as const)].map(
    ([name, address]) => sql`select n.id, ${ranks['']}, 'name and address', null::uuid
      from (${named(name, '')}) n join (${located(address, '')}) d on d.id = n.id`,
  );
}
