// Compares both sides as they are: it asks the billing system's API and our tables, and uses none of the portal's rules.
import type { SandboxCharge } from '../../apps/server/src/testing/sandbox.ts';
import { brokenChecks } from '../../environment/database.ts';
import type { BillingSite } from './billing-site.ts';
import { shownBalance } from './customers.ts';
import { type Posted, type Records, readHere, readThere, type Side } from './records.ts';
import type { World } from './world.ts';

/** A payment that was made in the portal. */
export interface Made {
  readonly account: string;
  readonly id: string;
  readonly cents: number;
  readonly state: string;
  readonly reference: string | null;
}

/** Both ways: every record of a side is once on the other, and says the same. */
export function differingRecords(here: Records, there: Records): string[] {
  return [...new Set([...there.keys(), ...here.keys()])].flatMap((name) => {
    const [ours = [], theirs = []] = [here.get(name), there.get(name)];
    if (theirs.length === 0) return [`${name} is here, and not there: ${ours.join(' / ')}`];
    if (ours.length === 0) return [`${name} is there, and not here: ${theirs.join(' / ')}`];
    if (ours.length > 1 || theirs.length > 1)
      return [`${name} is here ${ours.length} times, there ${theirs.length} times`];
    return ours[0] === theirs[0] ? [] : [`${name} is here ${ours[0]}, there ${theirs[0]}`];
  });
}

const isTaken = ({ state }: SandboxCharge) => state !== 'declined' && state !== 'voided';
const isBooked = ({ state }: Made) => state === 'COMPLETED' || state === 'PENDING';

/** Payments made here against the processors' own books, both ways, and against what billing lists of them. */
export function differingPayments(
  made: readonly Made[],
  charges: readonly SandboxCharge[],
  posted: readonly Posted[],
): string[] {
  const byReference = new Map(charges.filter(isTaken).map((charge) => [charge.reference, charge]));
  const ownReferences = new Set(made.filter(isBooked).map(({ reference }) => reference));
  const byId = new Map(made.map((payment) => [payment.id, payment]));
  return [
    ...made.filter(isBooked).flatMap(({ id, account, cents, reference }) => {
      const charge = byReference.get(reference);
      return charge?.amountCents === cents ? [] : [`payment ${id} of ${account} is not what was charged`];
    }),
    ...[...byReference.keys()].flatMap((reference) =>
      ownReferences.has(reference) ? [] : [`charge ${reference} is not booked`],
    ),
    ...posted.flatMap(({ id, account, cents }) => {
      const own = byId.get(id);
      return own?.account === account && own.cents === cents
        ? []
        : [`payment ${id} of ${account} is listed there, and is another one here`];
    }),
    ...posted.flatMap(({ id }, index) =>
      posted.findIndex((other) => other.id === id) === index ? [] : [`payment ${id} is twice there`],
    ),
  ];
}

/** What each account owes: what it owes there, without the payments made here that count there for nothing. */
export function differingBalances(
  here: Side,
  there: Side,
  made: readonly Made[],
  posted: readonly Posted[],
): string[] {
  const applied = new Set(posted.filter(({ status }) => status === 'APPLIED').map(({ id }) => id));
  const numbers = new Set([...here.accounts.keys(), ...there.accounts.keys()]);
  return [...numbers].flatMap((number) => {
    const [own, their] = [here.accounts.get(number), there.accounts.get(number)];
    if (!own || !their) return [`account ${number} is ${own ? 'here' : 'there'} alone`];
    const unlisted = made.filter(
      ({ account, id, state }) => account === number && state === 'COMPLETED' && !applied.has(id),
    );
    const expected = their.cents - unlisted.reduce((sum, { cents }) => sum + cents, 0);
    const state = ({ price, billType, email }: typeof own) => `$${price / 100}, ${billType}, ${email}`;
    return [
      ...(own.cents === expected
        ? []
        : [`account ${number} owes ${own.cents / 100} here, ${expected / 100} by billing's books`]),
      ...(state(own) === state(their)
        ? []
        : [`account ${number} is here ${state(own)}, there ${state(their)}`]),
    ];
  });
}

/** What is not as often as it should be: once where it is expected, never elsewhere. */
export function differingSets(what: string, found: readonly string[], expected: Iterable<string>): string[] {
  const wanted = new Set(expected);
  const timesOf = (text: string) => found.filter((other) => other === text).length;
  return [...new Set([...wanted, ...found])].flatMap((text) => {
    const [times, right] = [timesOf(text), wanted.has(text) ? 1 : 0];
    return times === right ? [] : [`${what} ${text} is there ${times} times, not ${right}`];
  });
}

const selectMade = `
  select a.account_number as account, p.id, p.amount_cents::int as cents, p.state, p.processor_reference as reference
  from payment p join account a on a.id = p.account_id where p.external_id is null order by p.id`;
const selectRefusals = `
  select coalesce(a.account_number, '-') || ': ' || r.record || ', ' || r.field as text, r.reason
  from billing_refusal r left join account a on a.id = r.account_id`;
const selectMails = `
  select coalesce(i.invoice_number, 'of no bill') as number from outbox o
  left join invoice i on i.account_id = o.account_id and i.id::text = o.payload ->> 'invoiceId'
  where o.template = 'bill-ready'`;
const selectContacts = `
  select a.account_number as account, c.phone_number as phone,
    (select street_nr_first || ' ' || street_name || ', ' || city from address d
      where d.account_id = a.id and d.address_type = 'Billing') as address
  from account a join customer c on c.id = a.customer_id`;
const billReady = /^(?:Your bill is ready|Su factura está lista)/;
const endingLength = 4;

/** Compares everything, and counts it. */
export async function examine(world: World): Promise<void> {
  const { site, failures, counts, refusals, mailed } = world;
  const there = await readThere(site);
  const here = await readHere(site);
  const made = await site.query<Made>(selectMade);
  const charges = await site.calls.charges();
  const listed = await site.query<{ text: string; reason: string }>(selectRefusals);
  const mails = await site.query<{ number: string }>(selectMails);
  failures.push(
    ...differingRecords(here.records, there.records),
    ...differingPayments(made, charges, there.posted),
    ...differingBalances(here, there, made, there.posted),
    ...differingSets(
      'the mail about bill',
      mails.map(({ number }) => number),
      mailed.keys(),
    ),
    ...differingSets(
      'the refusal',
      listed.map(({ text }) => text),
      refusals,
    ).map((text) => `${text} ${listed.find((one) => text.includes(one.text))?.reason ?? ''}`),
    ...(await arrivedMails(site, mailed)),
    ...(await differingContacts(world)),
    ...(await differingShown(world, here)),
    ...(await brokenChecks(site.database, site.portal.clock.now())),
  );
  Object.assign(counts, {
    'records compared': new Set([...here.records.keys(), ...there.records.keys()]).size,
    'balances compared': there.accounts.size,
    'bills mailed about': mailed.size,
    'payments made here in the books': made.filter(isBooked).length,
    'refusals expected': refusals.size,
  });
}

/** Mails that arrived, by the end of the account number in them: a repeat has the Message-ID of one before. */
async function arrivedMails(
  { outside }: BillingSite,
  mailed: ReadonlyMap<string, string>,
): Promise<string[]> {
  const all = (await (await fetch(`${outside.url}/inbox/messages?limit=20000`)).json()) as {
    subject: string;
    text: string;
    isRepeat: boolean;
  }[];
  const bills = all.filter(({ subject, isRepeat }) => billReady.test(subject) && !isRepeat);
  const accounts = [...new Set(mailed.values())];
  const failures = accounts.flatMap((account) => {
    const ending = account.slice(-endingLength);
    const arrived = bills.filter(({ text }) => new RegExp(`\\b${ending}\\b`).test(text)).length;
    const expected = [...mailed.values()].filter((other) => other === account).length;
    return arrived === expected
      ? []
      : [`${arrived} mails about bills of ${account} arrived, not ${expected}`];
  });
  return bills.length === mailed.size
    ? failures
    : [...failures, `${bills.length} mails about bills arrived, not ${mailed.size}`];
}

async function differingContacts({ site, accounts }: World): Promise<string[]> {
  const rows = await site.query<{ account: string; phone: string; address: string }>(selectContacts);
  return accounts.flatMap(({ phone, address }) =>
    [phone, address].flatMap((field) => {
      const row = rows.find(({ account }) => account === field.account);
      const own = field === phone ? row?.phone : row?.address;
      return own === field.here ? [] : [`${field.name} is here ${own}, and should be ${field.here}`];
    }),
  );
}

/** What customers see is what the ledger says. */
async function differingShown({ site, accounts }: World, here: Side): Promise<string[]> {
  const failures: string[] = [];
  for (const { line } of accounts) {
    const shown = await shownBalance(site, line.accountNumber, line.customerId);
    const own = here.accounts.get(line.accountNumber)?.cents;
    if (shown !== own)
      failures.push(`account ${line.accountNumber} is shown ${shown} cents, and owes ${own}`);
  }
  return failures;
}
