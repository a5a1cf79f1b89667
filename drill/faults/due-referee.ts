import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { comesTrue } from '../../environment/poll.ts';
import { type DueCustomer, todayAt } from './due-customers.ts';
import type { Site } from './site.ts';

/** Autopay looks for what is due every two minutes; a mail whose server was killed is sent again after one. */
const withinMs = 240_000;

/**
 * Waits until everything due was tried, settled, and told. What was not charged waits for its next try. What else is open
 * then is for the referee to find.
 */
export async function waitUntilTried(site: Site): Promise<void> {
  await comesTrue(async () => {
    const left = await sql<{ open: number }>`
      select (select count(*) from payment where state in ('SUBMITTING', 'UNKNOWN')
          or (state = 'PLANNED' and planned_for <= ${todayAt(site)} and (promised_cents is null or state_at < now() - interval '30 minutes')))::int
        + (select count(*) from autopay_charge c where c.followed_up_at is null
            and not exists (select from payment p where p.id = c.payment_id and p.state = 'PLANNED'))::int
        + (select count(*) from outbox where state = 'WAITING')::int
        + (select count(*) from autopay_enrollment e join invoice i using (account_id)
            where i.open_cents > 0 and not exists (select from autopay_charge c
              where c.account_id = e.account_id and c.run_on = ${todayAt(site)}))::int as open`
      .execute(site.portal.db)
      .catch(() => undefined);
    return left?.rows[0]?.open === 0;
  }, withinMs);
}

/** What has to be true of every account. `failureMails` say that a payment was not made. */
const rightAfter = { completed: 1, failed: 0, otherPayments: 0, openCents: 0, receipts: 1, failureMails: 0 };

type AccountAfter = typeof rightAfter & { accountId: string; autopayCharges: number };

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
        count(*) filter (where template <> 'payment-made' and not template = any(${earlier}))::int as "failureMails"
      from outbox where account_id = a.id
    ) sent`.execute(portal.db);
  return rows;
}

/**
 * Looks at every account: one payment that was made, nothing open, one receipt, and no mail about a failure: what a kill kept
 * from being charged was charged later that day.
 */
export async function compareDuePayments(site: Site, customers: readonly DueCustomer[]) {
  const after = new Map((await accountsAfter(site)).map((account) => [account.accountId, account]));
  const failures: string[] = [];
  for (const { accountId, accountNumber, pays } of customers) {
    const account = after.get(accountId);
    const autopayCharges = pays === 'by autopay' ? 1 : 0;
    if (!isDeepStrictEqual(account, { accountId, ...rightAfter, autopayCharges }))
      failures.push(`account ${accountNumber}, ${pays}: ${JSON.stringify(account)}`);
  }
  return { autopayAccounts: customers.filter(({ pays }) => pays === 'by autopay').length, failures };
}
