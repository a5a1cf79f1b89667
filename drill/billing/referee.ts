// Compares both sides as they are: it asks the billing system's API and our tables, and uses none of the portal's rules.
import { brokenChecks } from '../../environment/database.ts';
import type { BillingSite } from './billing-site.ts';
import { shownBalance } from './customers.ts';
import { readHere, readThere, type Side } from './records.ts';
import {
  differingBalances,
  differingPayments,
  differingRecords,
  differingSets,
  isBooked,
  type Made,
} from './referee.rules.ts';
import type { World } from './world.ts';

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

/** Compares the bills, adjustments, and payments of both sides. */
export async function findDifferingRecords(site: BillingSite): Promise<string[]> {
  const [here, there] = [await readHere(site), await readThere(site)];
  return differingRecords(here.records, there.records);
}

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
