import type { Settings } from '../../scripts/start/local-settings.ts';
import { type BenchDatabase, type BenchPostgres, withClient } from './database.ts';
import { runOperatorCommand } from './operator.ts';

/** Returns a database with this many generated accounts. Reuses one from an earlier run. */
export async function ensurePopulation(
  postgres: BenchPostgres,
  name: string,
  accounts: number,
  settingsFor: (database: BenchDatabase) => Settings,
): Promise<BenchDatabase> {
  const existing = await postgres.database(name);
  if ((await countAccounts(existing)) === accounts) return existing;
  console.log(`Generating ${accounts.toLocaleString('en-US')} accounts …`);
  const database = await postgres.emptyDatabase(name);
  await runOperatorCommand(['generate', '--accounts', String(accounts)], settingsFor(database));
  await withClient(database.ownerUrl, (client) => client.query('vacuum analyze'));
  return database;
}

async function countAccounts({ ownerUrl }: BenchDatabase): Promise<number> {
  return await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from account');
    return Number(rows[0]?.count);
  });
}
