import { sandboxCalls } from '../../apps/server/src/testing/sandbox.ts';
import { brokenChecks, withClient } from '../../environment/database.ts';
import type { SiteWithSandbox } from './bench-environment.ts';

/** What autopay collected, by the portal's own records. */
export interface RunTotals {
  readonly payments: number;
  /** From the first charge's commit to the last result. */
  readonly seconds: number;
}

const readCollected = `
  select count(*)::int as payments, extract(epoch from max(p.state_at) - min(p.occurred_at))::float8 as seconds
  from autopay_charge c join payment p on p.account_id = c.account_id and p.id = c.payment_id
  where p.state in ('COMPLETED', 'PENDING')`;

/** Returns how many payments autopay made, and how long it took. */
export async function readCollectedPayments({ database }: SiteWithSandbox): Promise<RunTotals> {
  return await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<RunTotals>(readCollected);
    return rows[0] ?? { payments: 0, seconds: Number.NaN };
  });
}

const readBook = `
  select c.account_id as "accountId", p.processor_reference as reference, p.state, p.amount_cents::int as cents,
    coalesce((select sum(case when l.credit = 'receivable' then l.amount_cents else -l.amount_cents end)
      from ledger_posting l where l.account_id = p.account_id and l.payment_id = p.id), 0)::int as "creditedCents"
  from autopay_charge c left join payment p on p.account_id = c.account_id and p.id = c.payment_id`;

interface BookedPayment {
  readonly accountId: string;
  readonly reference: string | null;
  readonly state: string | null;
  readonly cents: number | null;
  readonly creditedCents: number;
}

/**
 * Returns how many accounts were not charged exactly once with the amount that the ledger credits, by the processors' own
 * book, and how many invariants of the database are broken.
 */
export async function countWrongAccounts(
  { database, sandbox }: SiteWithSandbox,
  accounts: number,
): Promise<number> {
  const payments = await withClient(
    database.ownerUrl,
    async (client) => (await client.query<BookedPayment>(readBook)).rows,
  );
  const charged = new Map<string, number[]>();
  for (const { reference, amountCents } of await sandboxCalls(sandbox.url).charges())
    charged.set(reference ?? '', [...(charged.get(reference ?? '') ?? []), amountCents]);
  const right = new Set(
    payments.filter((payment) => isChargedOnce(payment, charged)).map(({ accountId }) => accountId),
  );
  const wrong = payments.filter((payment) => !isChargedOnce(payment, charged)).length;
  return wrong + (accounts - right.size) + (await brokenChecks(database, new Date())).length;
}

function isChargedOnce(payment: BookedPayment, charged: ReadonlyMap<string, readonly number[]>): boolean {
  const [cents, ...more] = charged.get(payment.reference ?? '') ?? [];
  const expectedCredit = payment.state === 'COMPLETED' ? cents : 0;
  return cents === payment.cents && more.length === 0 && payment.creditedCents === expectedCredit;
}
