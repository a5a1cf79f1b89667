import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeCallers } from '../testing/callers.ts';
import { forFile } from '../testing/for-tests.ts';
import { connectOwner } from '../testing/owner.ts';
import { startTestPortal } from '../testing/portal.ts';
import { watchStatements } from '../testing/statement-log.ts';
import { searchAccounts } from './search-accounts.ts';

const portal = forFile(() => startTestPortal());
const names = {
  firstNames: ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'],
  lastNames: ['Lee', 'Moe', 'Noe', 'Orr', 'Poe'],
  streets: ['Ash Street', 'Bay Street', 'Cod Street'],
  cities: ['Akron', 'Dayton'],
};
const indexes = [
  'account_words',
  'account_lookup_by_customer',
  'account_lookup_pkey',
  'address_words',
  'customer_by_email',
  'customer_by_phone',
  'customer_customer_number_key',
  'customer_words',
  'invoice_invoice_number_key',
  'payment_by_last_four',
  'payment_by_transaction',
  'payment_external_id_key',
  'payment_processor_reference_key',
  'payment_reference_reference_account_id_key',
];

test('[FIND-4] every part of a search is answered by an index', async () => {
  const owner = await connectOwner(portal);
  await owner.query(makeCallers(2_000, names, 1));
  await owner.query('analyze');
  await owner.close();
  const texts = new Set<string>();
  const searches = ['x@example.com', '614 555 0100', '4242 84.99', 'ABCD1234', 'ann zoe', 'zoe 12 ash'];
  await watchStatements(
    async () => {
      for (const said of searches) expect(await searchAccounts(portal.db, said)).toEqual([]);
    },
    (text) => texts.add(text),
  );
  const plans: string[] = [];
  await portal.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db);
    for (const text of texts) {
      const { rows } = await sql.raw<object>(`explain (generic_plan) ${text}`).execute(db);
      plans.push(rows.flatMap(Object.values).join('\n'));
    }
    await sql`reset enable_seqscan`.execute(db);
  });
  expect(plans.join('\n')).not.toMatch(/Seq Scan/);
  expect(indexes.filter((index) => !plans.join('\n').includes(index))).toEqual([]);
});
