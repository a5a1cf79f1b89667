import type { DatabaseAddresses, Settings } from '../scripts/start/local-settings.ts';
import { type DatabaseServer, withClient } from './database.ts';
import { type CommandRun, runOperatorCommand } from './operator.ts';

interface Population {
  readonly name: string;
  readonly accounts: number;
  /** Monthly bills of each account, unless as many as `generate` makes by itself. */
  readonly bills?: number;
}

/** Returns a database with this many generated accounts, and what generating them took. Reuses one from an earlier run. */
export async function ensurePopulation(
  postgres: DatabaseServer,
  { name, accounts, bills }: Population,
  settingsFor: (database: DatabaseAddresses) => Settings,
): Promise<{ readonly database: DatabaseAddresses; readonly generated?: CommandRun }> {
  const existing = await postgres.database(name);
  if ((await countAccounts(existing)) === accounts) return { database: existing };
  console.log(`Generating ${accounts.toLocaleString('en-US')} accounts …`);
  const database = await postgres.emptyDatabase(name);
  const command = ['generate', `--accounts=${accounts}`, ...(bills ? [`--bills=${bills}`] : [])];
  const generated = await runOperatorCommand(command, settingsFor(database));
  await withClient(database.ownerUrl, (client) => client.query('vacuum analyze'));
  return { database, generated };
}

async function countAccounts({ ownerUrl }: DatabaseAddresses): Promise<number> {
  return await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from account');
    return Number(rows[0]?.count);
  });
}
