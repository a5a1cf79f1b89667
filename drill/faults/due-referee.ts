import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type DueCustomer, todayAt } from './due-customers.ts';
import type { Site } from './site.ts';

const pollMs = 500;
/** Autopay looks for what is due every two minutes; a mail whose server was killed is sent again after one. */
const withinMs = 240_000;

/**
 * Waits until everything due was tried, settled, and told. What was not charged waits for its next try. What else is open
 * then is for the referee to find.
 */
export async function waitUntilTried(site: Site): Promise<void> {
  const { db } = site.portal;
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const left = await sql<{ open: number }>`
      select (select count(*) from payment where state in ('SUBMITTING', 'UNKNOWN')
          or (state = 'PLANNED' and (processor_reference is null or state_at < now() - interval '30 minutes')))::int
        + (select count(*) from autopay_charge where followed_up_at is null)::int
        + (select count(*) from outbox where state = 'WAITING')::int
        + (select count(*) from autopay_enrollment e join invoice i using (account_id)
            where i.open_cents > 0 and not exists (select from autopay_charge c
              where c.account_id = e.account_id and c.run_on = ${todayAt(site)}))::int as open`
      .execute(db)
      .catch(() => undefined);
    if (left?.rows[0]?.open === 0) return;
    await sleep(pollMs);
  }
}

interface AccountAfter {
  readonly accountId: string;
  readonly completed: number;
  readonly failed: number;
  readonly otherPayments: number;
  readonly autopayCharges: number;
  readonly openCents: number;
  readonly receipts: number;
  /** Mails that say that a payment was not made. */
  readonly failureMails: number;
  readonly mails: number;
  readonly recipients: readonly string[];
}

/** Mails of the days before. */
const earlier = ['autopay-on', 'autopay-upcoming', 'payment-planned'];

async function accountsAfter({ portal }: Site): Promise<AccountAfter[]> {
  const { rows } = await sql<AccountAfter>`
    select a.id as "accountId", paid.*, sent.*,
      (select count(*) from autopay_charge c where c.account_id = a.id and c.followed_up_at is not null)::int
        as "autopayCharges",
      (select coalesce(sum(open_cents), 0) from invoice i where i.account_id = a.id)::int as "openCents"
    from account a
    cross join lateral (
      select count(*) filter (where state = 'COMPLETED')::int as completed,
        count(*) filter (where state = 'PROCESSING_ERROR')::int as failed,
        count(*) filter (where state not in ('COMPLETED', 'PROCESSING_ERROR'))::int as "otherPayments"
      from payment where account_id = a.id
    ) paid
    cross join lateral (
      select count(*) filter (where template = 'payment-made')::int as receipts,
        count(*) filter (where template <> 'payment-made' and not template = any(${earlier}))::int as "failureMails",
        count(*)::int as mails, coalesce(array_agg(distinct recipient), '{}') as recipients
      from outbox where account_id = a.id
    ) sent`.execute(portal.db);
  return rows;
}

/**
 * Looks at every account: one payment that was made, nothing open, one receipt, and no mail about a failure: what a kill kept
 * from being charged was charged later that day. Every mail is in the inbox once.
 */
export async function compareDuePayments(site: Site, customers: readonly DueCustomer[], since: Date) {
  const after = new Map((await accountsAfter(site)).map((account) => [account.accountId, account]));
  const failures: string[] = [];
  const counts = { 'accounts with autopay': 0, 'mails in the inbox': 0 };
  for (const { accountId, accountNumber, pays } of customers) {
    const account = after.get(accountId);
    if (!account) throw new Error(`There is no account ${accountNumber}`);
    const arrived = await countMessages(site, account.recipients, since);
    const isAutopay = pays === 'by autopay';
    counts['accounts with autopay'] += isAutopay ? 1 : 0;
    counts['mails in the inbox'] += arrived;
    const right = { ...account, ...rightAfter, autopayCharges: isAutopay ? 1 : 0, arrived: account.mails };
    if (!isDeepStrictEqual({ ...account, arrived }, right))
      failures.push(`account ${accountNumber}, ${pays}: ${JSON.stringify({ ...account, arrived })}`);
  }
  return { counts, failures };
}

/** What has to be true of every account. */
const rightAfter = { completed: 1, failed: 0, otherPayments: 0, openCents: 0, receipts: 1, failureMails: 0 };

/** Counts the mails in the inbox. A repeat has the Message-ID of one whose confirmation was lost. */
async function countMessages({ sandbox }: Site, recipients: readonly string[], since: Date): Promise<number> {
  let messages = 0;
  for (const recipient of recipients) {
    const all = await sandbox.messages(recipient);
    messages += all.filter(({ at, isRepeat }) => !isRepeat && new Date(at) >= since).length;
  }
  return messages;
}
