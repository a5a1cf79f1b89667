import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { listCharges } from './invoice-charges.repository.ts';

const portal = forFile(() => startTestPortal());

/** PostgreSQL compares its plans after this many uses of a prepared statement. */
const usesBefore = 5;

test('PostgreSQL plans the statement of the lines of one bill, and of a bill and the one before, once', async () => {
  const account = await buildAccount(portal.db);
  const ids: string[] = [];
  for (const issuedOn of ['2026-10-01', '2026-11-01'])
    ids.push((await buildInvoice(portal.db, account, { issuedOn })).id);
  const plans = await portal.db.transaction().execute(async (trx) => {
    for (const some of [ids.slice(0, 1), ids])
      for (let use = 0; use < usesBefore + 3; use += 1)
        expect(await listCharges(trx, { accountId: account.id, ids: some })).toHaveLength(2 * some.length);
    const { rows } = await sql<{ kept: number; made: number }>`
      select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements
      where statement like 'select "item"%'`.execute(trx);
    return rows;
  });
  const kept = { kept: 3, made: usesBefore };
  expect(plans).toEqual([kept, kept]);
});
