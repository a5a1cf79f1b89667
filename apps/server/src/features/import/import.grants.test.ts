import pg from 'pg';
import { expect, test } from 'vitest';
import { wholeFile } from '../../testing/builders/import-lines.ts';
import { startTestImport } from '../../testing/test-import.ts';

test('a column that a migration forgot to grant is named, with where to grant it', async () => {
  const testImport = await startTestImport();
  const owner = new pg.Client(testImport.ownerUrl);
  await owner.connect();
  await owner.query('revoke insert (cycle_day) on account from myaccount_app');
  const { refusals } = await testImport.importLines(wholeFile());
  expect(refusals[0]?.reason).toBe(
    'the customer was refused by the database: permission denied for table account (myaccount_app has no ' +
      'INSERT of account.cycle_day: grant it in a new migration in apps/server/migrations)',
  );
  await owner.query('grant insert (cycle_day) on account to myaccount_app');
  await owner.end();
  await testImport.close();
});
