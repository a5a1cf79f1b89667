import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { listBalances } from './balance.service.ts';

const portal = forFile(() => startTestPortal());

/** PostgreSQL compares its plans after this many uses of a prepared statement. */
const usesBefore = 5;

test('PostgreSQL plans the statement of the balances of one account, and of five, once', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await buildAccount(portal.db)).id);
  const plans = await portal.db.transaction().execute(async (trx) => {
    for (const some of [ids.slice(0, 1), ids])
      for (let use = 0; use < usesBefore + 3; use += 1)
        expect((await listBalances(trx, some, '2026-11-24')).size).toBe(some.length);
    const { rows } = await sql<{ kept: number; made: number }>`
      select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements
      where statement like '%"inFlightCents"%' and statement not like '%pg_prepared_statements%'`.execute(
      trx,
    );
    return rows;
  });
  const kept = { kept: 3, made: usesBefore };
  expect(plans).toEqual([kept, kept]);
});
