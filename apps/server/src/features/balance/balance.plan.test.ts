import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { getBalance } from './balance.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

/** PostgreSQL compares its plans after this many uses of a prepared statement. */
const usesBefore = 5;

test('PostgreSQL plans the statement of one account’s balance once, not for each account', async () => {
  const account = await buildAccount(portal.db);
  const plans = await portal.db.transaction().execute(async (trx) => {
    for (let use = 0; use < usesBefore + 3; use += 1) await getBalance(trx, account.id, '2026-11-24');
    const { rows } = await sql<{ kept: number; made: number }>`
      select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements
      where statement like '%"inFlightCents"%' and statement not like '%pg_prepared_statements%'`.execute(
      trx,
    );
    return rows;
  });
  expect(plans).toEqual([{ kept: 3, made: usesBefore }]);
});
