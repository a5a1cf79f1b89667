import type pg from 'pg';
import { KnownRepository, recordName } from './import.known.ts';
import { centsOf } from './import.money.ts';
import type { Content } from './import.parse.ts';
import { remember } from './import.remember.ts';
import type { StagedLine } from './import.staging.ts';
import type { Change, ImportContext } from './import.unit.ts';
import { Writes } from './import.writes.ts';

// Accounts that have no price of their own go by the plan's.
const updateAccountPrices = `
  update account a set monthly_price_cents = $2, version = version + 1
  from import_record r
  where a.plan_id = $1 and r.record_type = 'account' and r.record_key = a.account_number
    and r.content ->> 'monthlyPrice' is null and a.monthly_price_cents <> $2`;

/** Writes plans inside the caller's transaction; gives what each costs a month. */
export async function writePlans(
  lines: readonly StagedLine[],
  client: pg.ClientBase,
  context: Pick<ImportContext, 'now'>,
): Promise<Map<string, number>> {
  const known = new KnownRepository(client);
  const readable = lines.filter(({ content }) => content !== null);
  const before = await known.contents(readable);
  const hashes = await known.hashes(readable);
  const writes = new Writes();
  for (const { line, key, content, hash } of readable) {
    if (!content || !hash || hashes.get(recordName('plan', key))?.equals(hash)) continue;
    const now = JSON.parse(content) as Content<'plan'>;
    const last = (before.get(recordName('plan', key)) as Content<'plan'> | undefined) ?? null;
    const change: Change<'plan'> = { line, key, now, hash, before: last };
    writePlan(change, writes);
    remember('plan', change, context, writes);
  }
  await writes.flush(client);
  const prices = await client.query<{ id: string; cents: number }>(
    'select id, monthly_price_cents as cents from plan',
  );
  return new Map(prices.rows.map(({ id, cents }) => [id, cents]));
}

function writePlan({ key, now }: Change<'plan'>, writes: Writes): void {
  const price = centsOf(now.monthlyPrice);
  const row = {
    id: key,
    name: now.name,
    name_es: now.nameEs,
    monthly_price_cents: price,
    download_mbps: now.downloadMbps,
    upload_mbps: now.uploadMbps,
  };
  writes.upsert('plan', row, ['id']);
  writes.last(updateAccountPrices, [key, price]);
}
