import { sql } from 'kysely';
import type pg from 'pg';
import { compareLines, isChange } from './import.batch.service.ts';
import { ofType } from './import.changes.rules.ts';
import { columnsOf, planMapping } from './import.mapping.rules.ts';
import { rememberRecord } from './import.record.service.ts';
import { KnownRepository } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { RunContext } from './import.unit.rules.ts';
import { Writes } from './import.writes.repository.ts';

/** Writes plans inside the caller's transaction; returns what each costs a month. */
export async function writePlans(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  { now, secrets }: Pick<RunContext, 'now' | 'secrets'>,
): Promise<Map<string, number>> {
  const writes = new Writes();
  const compared = await compareLines(lines, new KnownRepository(client), { now, secrets, writes });
  for (const change of ofType('plan', compared.filter(isChange))) {
    writes.upsert('plan', columnsOf(planMapping, change.now, null), ['id']);
    // Accounts that have no price of their own take the plan's.
    writes.last(sql`
      update account a set monthly_price_cents = p.monthly_price_cents, version = a.version + 1
      from plan p, import_record r
      where p.id = ${change.key} and a.plan_id = p.id and r.record_type = 'account' and r.record_key = a.account_number
        and r.content ->> 'monthlyPrice' is null and a.monthly_price_cents <> p.monthly_price_cents`);
    rememberRecord(change, { writes, now });
  }
  await writes.flush(client);
  const prices = await client.query<{ id: string; cents: number }>(
    'select id, monthly_price_cents as cents from plan',
  );
  return new Map(prices.rows.map(({ id, cents }) => [id, cents]));
}
