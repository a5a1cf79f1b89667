import { centsOf } from '@myaccount/contract/money';
import { parseReference } from '@myaccount/contract/payment-reference';
import { type RawBuilder, sql } from 'kysely';
import { recordedForms, toE164 } from '../features/texts/phone-number.rules.ts';
import type { Database } from '../platform/database/connect.ts';
import { loginForms } from '../platform/email-forms.ts';
import { accountFace, accountTables, serviceAddress } from './show-sections.ts';
import { type ColumnValues, listRows } from './text-section.ts';

// An operator's search of all customers by what a caller says. Calls of customers name their account instead
// (docs/decisions/32-scale.md).

/** Most accounts that an operator sees of a search. */
export const mostFound = 25;

/** Shorter digits are no phone number. */
const shortestPhone = 7;
/** Words of a name and an address. */
const mostWords = 10;

/** Selects what was found: account, rank, by what, and the payment. */
type Matches = RawBuilder<unknown>;

/** The best first: the account's own number, what else is said exactly, whole words, beginnings of words. */
const ranks = { number: sql.lit(1), exact: sql.lit(2), '': sql.lit(3), ':*': sql.lit(4) };
/** Of the words of a search (search_query). */
type Ending = '' | ':*';

/**
 * Returns the accounts that fit what a caller said, best first; if there are more than {@link mostFound}, one more. Each has the columns
 * of {@link accountFace}, its `rank`, by what it was `found_by`, and those of the newest payment where a payment was found.
 */
export async function searchAccounts(db: Database, typed: string): Promise<ColumnValues[]> {
  const said = typed.trim();
  const exact = await listBest(db, exactMatches(said));
  if (exact.length > 0) return exact;
  const whole = await listBest(db, wordMatches(said, ''));
  const mixed = whole.length === 0 ? await listBest(db, mixedMatches(said, '')) : [];
  if (mixed.length > 0 || whole.length > mostFound) return [...whole, ...mixed];
  // Beginnings take longest: a common one is the beginning of many words.
  const begun = await listBest(db, wordMatches(said, ':*'));
  const others = begun.filter(({ account_id }) => whole.every((found) => found.account_id !== account_id));
  const found = [...whole, ...others].slice(0, mostFound + 1);
  return found.length > 0 ? found : await listBest(db, mixedMatches(said, ':*'));
}

async function listBest(db: Database, matches: readonly Matches[]): Promise<ColumnValues[]> {
  if (matches.length === 0) return [];
  // The limit of each keeps PostgreSQL from starting workers, which takes longer than a search.
  const parts = matches.map((match) => sql`(${match} limit ${2 * mostFound})`);
  return await listRows(
    db,
    sql`
    with best as (
      select account_id, min(rank) as rank, string_agg(distinct what, ', ') as found_by,
        (array_agg(payment_id order by payment_id desc nulls last))[1] as payment_id
      from (${sql.join(parts, sql` union all `)} limit ${2 * mostFound}) as match (account_id, rank, what, payment_id)
      group by account_id
    )
    select ${accountFace}, m.account_id, m.rank, m.found_by, r.reference as payment_reference, p.occurred_on, p.state,
      p.amount_cents, p.id, (select string_agg(l.email_address, ', ' order by l.email_address)
        from login_account la join login l on l.id = la.login_id where la.account_id = a.id) as logins
    from best m
    join ${accountTables} on a.id = m.account_id
    left join payment p on p.account_id = m.account_id and p.id = m.payment_id
    left join payment_reference r on r.account_id = m.account_id and r.payment_id = m.payment_id
    order by m.rank, a.status, name, a.account_number
    limit ${mostFound + 1}`,
  );
}

/** Selects what was said exactly: numbers, e-mail addresses, phones, and a card's last four digits with an amount. */
function exactMatches(said: string): Matches[] {
  if (said.includes('@')) return emailMatches(loginForms(said));
  if (/\s/.test(said) && !/\d/.test(said)) return [];
  return [...numberMatches(said), ...phoneMatches(said), ...cardPaymentMatches(said)];
}

const customers = (
  what: string,
  condition: Matches,
  rank = ranks.exact,
  joined = sql`customer c join account a on a.customer_id = c.id`,
) => sql`select a.id, ${rank}, ${sql.lit(what)}, null::uuid from ${joined} where ${condition}`;
const payments = (condition: Matches) => sql`
  select account_id, ${ranks.exact}, 'payment', (array_agg(id order by id desc))[1] from payment where ${condition}
  group by account_id`;

const emailMatches = (forms: readonly string[]) => [
  sql`select la.account_id, ${ranks.exact}, 'login', null::uuid from login l join login_account la on la.login_id = l.id
    where l.email_address = any(${forms}) or l.import_address = any(${forms})`,
  customers('contact', sql`lower(c.email_address collate "C") = any(${forms})`),
];

/** Any number, also where its digits are said in groups. */
function numberMatches(said: string): Matches[] {
  const forms = [...new Set([said, said.toUpperCase(), said.replace(/[\s-]/g, '')])];
  const reference = parseReference(said) ?? null;
  const lookedUp = (kind: string, columns: Matches, from: Matches) => sql`
    select l.account_id, ${columns} from account_lookup l join ${from}
    where l.kind = ${sql.lit(kind)} and l.key = any(${forms})`;
  return [
    lookedUp(
      'account',
      sql`${ranks.number}, 'account number', null::uuid`,
      sql`account t on t.id = l.account_id and t.account_number = l.key`,
    ),
    customers('customer number', sql`c.customer_number = any(${forms})`),
    lookedUp(
      'invoice',
      sql`${ranks.exact}, 'bill', null`,
      sql`invoice t on t.account_id = l.account_id and t.invoice_number = l.key`,
    ),
    lookedUp(
      'payment',
      sql`${ranks.exact}, 'payment', t.id`,
      sql`payment t on t.account_id = l.account_id and t.external_id = l.key`,
    ),
    sql`select account_id, ${ranks.exact}, 'payment', payment_id from payment_reference where reference = ${reference}`,
    payments(sql`processor_reference = any(${forms})`),
    payments(sql`processor_transaction = any(${forms})`),
  ];
}

function phoneMatches(said: string): Matches[] {
  const digits = said.replace(/\D/g, '');
  if (digits.length < shortestPhone || !/^[+\d\s().-]+$/.test(said)) return [];
  const forms = [digits, ...recordedForms(toE164(digits) ?? '')];
  return [customers('phone', sql`c.phone_number = any(${forms})`)];
}

/** “4242 84.99”, as a bank's statement has it. */
function cardPaymentMatches(said: string): Matches[] {
  const [, lastFour, dollars] = /^\W*(\d{4})\s+(\$?[\d,]*\.\d\d|\$[\d,]+)$/.exec(said) ?? [];
  if (lastFour === undefined || dollars === undefined) return [];
  const cents = centsOf(Number(dollars.replace(/[$,]/g, '')));
  return [payments(sql`last_four = ${lastFour} and amount_cents = ${cents}`)];
}

/** Accounts whose customer or business has all the words in its name. */
const named = (words: string, ending: Ending) => sql`
  select a.id from customer c join account a on a.customer_id = c.id
  where search_vector(c.first_name || ' ' || c.last_name) @@ search_query(${words}, ${ending})
  union all
  select id from account where business_name is not null and search_vector(business_name) @@ search_query(${words}, ${ending})`;

/** Accounts that have all the words in their service address. */
const located = (words: string, ending: Ending) => sql`
  select d.account_id as id from address d where d.address_type = 'Service' and search_vector(${serviceAddress}) @@ search_query(${words}, ${ending})`;

const wordMatches = (said: string, ending: Ending) => [
  sql`select id, ${ranks[ending]}, 'name', null::uuid from (${named(said, ending)}) n`,
  sql`select id, ${ranks[ending]}, 'address', null from (${located(said, ending)}) d`,
];

/** Selects who has the first words in the name and the others in the service address, or the other way round. */
function mixedMatches(said: string, ending: Ending): Matches[] {
  const words = said.split(/\s+/).slice(0, mostWords);
  return words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')] as const)
    .flatMap(([start, end]) => [[start, end] as const, [end, start] as const])
    .filter(([name]) => !/\d/.test(name))
    .map(
      ([name, address]) => sql`select n.id, ${ranks[ending]}, 'name and address', null::uuid
        from (${named(name, ending)}) n join (${located(address, ending)}) d on d.id = n.id`,
    );
}
