import { apiPath } from '@myaccount/contract/endpoint';
import { type BillingRefresh, billingRefreshEndpoint } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';
import { sql } from 'kysely';
import { brokenChecks } from '../../environment/database.ts';
import { comesTrue } from '../../environment/poll.ts';
import { findReconcileDifferences } from './reconcile.ts';
import {
  type Books,
  findDifferences,
  type SeenAccount,
  type StoredPayment,
  type StoredRefund,
} from './referee.rules.ts';
import type { Customer, Site } from './site.ts';

/** A mail whose server was killed is sent again after a minute. */
const sendWithinMs = 150_000;
export const settleWithinSeconds = 120;

/** Waits until every payment and refund has a result, and returns the seconds; fails after two minutes and a margin. */
export async function waitUntilSettled(site: Site, withinSeconds = settleWithinSeconds): Promise<number> {
  const startedAt = performance.now();
  const isSettled = async () => {
    const open = await sql`
      select id from payment where state in ('SUBMITTING', 'UNKNOWN') union all
      select id from refund where state = 'UNKNOWN' limit 1`
      .execute(site.portal.db)
      .catch(() => undefined);
    return open?.rows.length === 0;
  };
  return (await comesTrue(isSettled, withinSeconds * 1_000))
    ? Math.round((performance.now() - startedAt) / 1_000)
    : Number.POSITIVE_INFINITY;
}

/** What the processors charged, what the portal booked, and where they differ. */
export interface Comparison {
  readonly charges: number;
  readonly booked: number;
  readonly credited: number;
  /** Refunds that are done. */
  readonly refunded: number;
  readonly mails: number;
  readonly slowestSeconds: number;
  readonly failures: readonly string[];
}

/**
 * Compares everything that exists outside with everything we have: the processors' whole book, all payments and refunds, the
 * ledger, balances as customers read them, and mails. Runs `reconcile-processor` and `ops check` too.
 */
export async function compare(
  site: Site,
  customers: readonly Customer[],
  withinSeconds = settleWithinSeconds,
): Promise<Comparison> {
  const books = await readBooks(site, customers);
  const { charges, payments, refunds, accounts } = books;
  const slowestSeconds = Math.max(0, ...payments.map(({ settledSeconds }) => settledSeconds));
  return {
    charges: charges.length,
    booked: payments.filter(({ state }) => state === 'COMPLETED' || state === 'PENDING').length,
    credited: payments.filter(({ creditedCents }) => creditedCents > 0).length,
    refunded: refunds.filter(({ state }) => state === 'DONE').length,
    mails: accounts.reduce((sum, { arrived }) => sum + arrived, 0),
    slowestSeconds: Math.round(slowestSeconds),
    failures: [
      ...findDifferences(books),
      ...(slowestSeconds > withinSeconds ? [`a payment took ${slowestSeconds} s to settle`] : []),
      ...(await findReconcileDifferences(site)),
      ...(await brokenChecks(site.database, site.portal.clock.now())),
    ],
  };
}

/** Reads everything that exists outside and everything we have, once all mails are sent. */
export async function readBooks(site: Site, customers: readonly Customer[]): Promise<Books> {
  await waitUntilSent(site);
  const [charges, givenBack, payments, refunds, accounts] = await Promise.all([
    site.charges(),
    site.refunds(),
    storedPayments(site),
    storedRefunds(site),
    seenAccounts(site, customers),
  ]);
  return { charges, givenBack, payments, refunds, accounts };
}

/** Starts a server that sends what waits, and waits until nothing does; what waits longer is for the referee to find. */
async function waitUntilSent(site: Site): Promise<void> {
  const jobs = await site.startServer('referee-jobs', 'jobs');
  await comesTrue(async () => {
    const waiting = await site.portal.db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'WAITING')
      .limit(1)
      .execute();
    return waiting.length === 0;
  }, sendWithinMs);
  await jobs.stop();
}

async function storedPayments({ portal }: Site): Promise<StoredPayment[]> {
  const { rows } = await sql<StoredPayment>`
    select p.account_id as "accountId", p.state, p.amount_cents::int as "amountCents", p.processor_reference as reference,
      p.processor_transaction as transaction,
      case when p.state = 'REFUNDED' then 0 else extract(epoch from p.state_at - p.occurred_at)::float8 end as "settledSeconds",
      coalesce((select sum(case when l.credit = 'receivable' then l.amount_cents else -l.amount_cents end)
        from ledger_posting l where l.account_id = p.account_id and l.payment_id = p.id), 0)::int as "creditedCents"
    from payment p where p.external_id is null`.execute(portal.db);
  return rows;
}

async function storedRefunds({ portal }: Site): Promise<StoredRefund[]> {
  const { rows } = await sql<StoredRefund>`
    select r.account_id as "accountId", p.processor_reference as "chargeReference", r.processor_reference as reference, r.state,
      r.means, r.amount_cents::int as "amountCents", r.processor_transaction as transaction
    from refund r join payment p on p.account_id = r.account_id and p.id = r.payment_id`.execute(portal.db);
  return rows;
}

async function seenAccounts(site: Site, customers: readonly Customer[]): Promise<SeenAccount[]> {
  const web = await site.startServer('referee-web', 'web');
  const { rows } = await sql<Omit<SeenAccount, 'shownCents' | 'arrived'> & { recipients: string[] }>`
    select a.id as "accountId",
      (select coalesce(sum(amount_cents), 0) from invoice i where i.account_id = a.id)::int as "billedCents",
      count(o.id) filter (where o.template = 'payment-made')::int as receipts,
      count(o.id) filter (where o.template = 'payment-refunded')::int as "refundMails", count(o.id)::int as mails,
      coalesce(array_agg(distinct o.recipient) filter (where o.id is not null), '{}') as recipients
    from account a left join outbox o on o.account_id = a.id group by a.id`.execute(site.portal.db);
  const stored = new Map(rows.map((row) => [row.accountId, row]));
  const seen: SeenAccount[] = [];
  for (const customer of customers) {
    const row = stored.get(customer.accountId);
    if (!row) throw new Error(`There is no account ${customer.accountNumber}`);
    const shownCents = await readBalance(web.url, customer);
    seen.push({ ...row, shownCents, arrived: await countMessages(site, row.recipients) });
  }
  await web.stop();
  return seen;
}

async function readBalance(serverUrl: string, customer: Customer): Promise<number> {
  const { accountNumber, customerNumber, accessToken } = customer;
  const query = new URLSearchParams({ AccountNumber: accountNumber, customerID: customerNumber });
  const response = await fetch(`${serverUrl}${apiPath}${billingRefreshEndpoint.path}?${query}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { balance } = (await response.json()) as BillingRefresh;
  return centsOf(balance);
}

/** The subject of a mail with a sign-in code, which is of no account. */
const codeSubject = /\b\d{6}\b/;

/**
 * Counts the mails about accounts that arrived since the site was opened. A repeat has the Message-ID of one whose confirmation was
 * lost.
 */
async function countMessages({ sandbox, openedAt }: Site, recipients: readonly string[]): Promise<number> {
  let messages = 0;
  for (const recipient of recipients) {
    const all = await sandbox.messages(recipient);
    messages += all.filter(
      ({ at, isRepeat, subject }) => !isRepeat && new Date(at) >= openedAt && !codeSubject.test(subject),
    ).length;
  }
  return messages;
}
