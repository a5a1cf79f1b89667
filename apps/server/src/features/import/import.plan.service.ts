import { sql } from 'kysely';
import type pg from 'pg';
import { ofType } from './import.changes.rules.ts';
import { compareLines } from './import.changes.service.ts';
import { columnsOf, planMapping } from './import.mapping.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import { KnownRepository } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { RunContext } from './import.unit.rules.ts';
import { statements, Writes } from './import.writes.repository.ts';

/** Writes plans inside the caller's transaction; returns what each costs a month. */
export async function writePlans(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  { now, secrets }: Pick<RunContext, 'now' | 'secrets'>,
): Promise<Map<string, number>> {
  const { changes, rehashed } = await compareLines(lines, new KnownRepository(client), secrets);
  const writes = new Writes();
  for (const change of ofType('plan', changes)) {
    writes.upsert('plan', columnsOf(planMapping, change.now, null), ['id']);
    writes.last(updateAccountPrices(change.key));
  }
  for (const change of [...changes, ...rehashed]) rememberRecord(change, { writes, now });
  await writes.flush(client);
  const prices = await client.query<{ id: string; cents: number }>(
    'select id, monthly_price_cents as cents from plan',
  );
  return new Map(prices.rows.map(({ id, cents }) => [id, cents]));
}

/** Accounts that have no price of their own take the plan's. */
function updateAccountPrices(planId: string) {
  return sql`
    update account a set monthly_price_cents = p.monthly_price_cents, version = a.version + 1
    from plan p, import_record r
    where p.id = ${planId} and a.plan_id = p.id and r.record_type = 'account' and r.record_key = a.account_number
      and r.content ->> 'monthlyPrice' is null and a.monthly_price_cents <> p.monthly_price_cents`.compile(
    statements,
  );
}
