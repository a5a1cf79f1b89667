import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runChecks } from '../../apps/server/src/ops/check.ts';
import type { Customer, Site } from './site.ts';

const pollMs = 500;
export const settleWithinSeconds = 120;

interface StoredPayment {
  readonly accountId: string;
  readonly state: string;
  readonly reference: string;
  readonly transaction: string | null;
  readonly settledSeconds: number;
  /** Cents that the ledger credits for it. */
  readonly creditedCents: number;
}

/** Waits until every payment has a result, and returns the seconds; fails after two minutes and a margin. */
export async function waitUntilSettled(site: Site, withinSeconds = settleWithinSeconds): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  while (seconds() <= withinSeconds) {
    const open = await site.portal.db
      .selectFrom('payment')
      .select('id')
      .where('state', 'in', ['SUBMITTING', 'UNKNOWN'])
      .limit(1)
      .execute()
      .catch(() => undefined);
    if (open?.length === 0) return seconds();
    await sleep(pollMs);
  }
  return Number.POSITIVE_INFINITY;
}

async function storedPayments(client: pg.Client): Promise<StoredPayment[]> {
  const { rows } = await client.query<StoredPayment>(`
    select p.account_id as "accountId", p.state, p.processor_reference as reference,
      p.processor_transaction as transaction,
      extract(epoch from p.state_at - p.occurred_at)::float8 as "settledSeconds",
      coalesce((select sum(case when l.credit = 'receivable' then l.amount_cents else -l.amount_cents end)
        from ledger_posting l where l.account_id = p.account_id and l.payment_id = p.id), 0)::int as "creditedCents"
    from payment p where p.external_id is null`);
  return rows;
}

/** What the processors charged, what the portal booked, and where they differ. */
export interface Comparison {
  readonly charges: number;
  readonly booked: number;
  readonly credited: number;
  readonly doubles: number;
  readonly slowestSeconds: number;
  readonly failures: readonly string[];
}

/** Compares the processors' charges with our payments and our ledger, and runs `ops check`. */
export async function compare(
  site: Site,
  customers: readonly Customer[],
  withinSeconds = settleWithinSeconds,
): Promise<Comparison> {
  const client = new pg.Client({ connectionString: site.database.ownerUrl });
  await client.connect();
  const payments = await storedPayments(client).finally(() => client.end());
  const references = new Set(payments.map(({ reference }) => reference));
  const charges = (await site.sandbox.charges()).filter(({ reference }) => references.has(reference ?? ''));
  const booked = payments.filter(({ state }) => state === 'COMPLETED' || state === 'PENDING');
  const open = payments.filter(({ state }) => state === 'SUBMITTING' || state === 'UNKNOWN');
  const doubles = customers.filter(({ accountId }) => {
    const own = new Set(
      payments.filter((payment) => payment.accountId === accountId).map((p) => p.reference),
    );
    return charges.filter(({ reference }) => own.has(reference ?? '')).length > 1;
  });
  const slowestSeconds = Math.max(0, ...payments.map(({ settledSeconds }) => settledSeconds));
  const failures = [
    ...(doubles.length > 0 ? [`${doubles.length} customers were charged twice`] : []),
    ...(open.length > 0 ? [`${open.length} payments have no result`] : []),
    ...differences(charges, booked, payments),
    ...(slowestSeconds > withinSeconds ? [`a payment took ${slowestSeconds} s to settle`] : []),
    ...(await brokenChecks(site)),
  ];
  const credited = payments.filter(({ creditedCents }) => creditedCents > 0).length;
  return {
    charges: charges.length,
    booked: booked.length,
    credited,
    doubles: doubles.length,
    slowestSeconds: Math.round(slowestSeconds),
    failures,
  };
}

function differences(
  charges: readonly { reference: string | null; id: string }[],
  booked: readonly StoredPayment[],
  payments: readonly StoredPayment[],
): string[] {
  const stateOf = (reference: string | null) =>
    payments.find((payment) => payment.reference === reference)?.state;
  const charged = new Map(charges.map(({ reference, id }) => [reference, id]));
  const unbooked = charges.filter(({ reference }) => !booked.some((p) => p.reference === reference));
  const wrong = booked.filter(({ reference, transaction }) => charged.get(reference) !== transaction);
  const uncredited = booked.filter((p) => p.state === 'COMPLETED' && p.creditedCents === 0);
  return [
    ...unbooked.map(({ reference }) => `charge ${reference} is not booked: ${stateOf(reference)}`),
    ...wrong.map(({ reference }) => `payment ${reference} is booked without its charge`),
    ...uncredited.map(({ reference }) => `payment ${reference} is not in the ledger`),
  ];
}

async function brokenChecks({ database, portal }: Site): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  try {
    const results = await runChecks(pool, portal.clock.now());
    return results.filter(({ broken }) => broken > 0).map(({ claim }) => `ops check: ${claim}`);
  } finally {
    await pool.end();
  }
}
