import { resolve } from 'node:path';
import { backUp, placeBackup } from '@myaccount/local-postgres/backup';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { Command } from 'commander';
import { pauseRestored } from '../features/charging/heartbeat.repository.ts';
import { connectPool } from '../platform/database/connect.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { runChecks } from './check.ts';

/** `backup FOLDER` */
export const backupCommand = new Command('backup')
  .description(
    'Copies the running built-in database and its keys into a new folder. Nobody has to stop working.',
  )
  .argument('<folder>', 'a new folder; it holds secrets, so only its owner can read it')
  .action(async (folder: string) => {
    await backUp(dataFolder(), resolve(folder));
    console.log(`Backed up into ${resolve(folder)}.`);
  });

/** `restore FOLDER` */
export const restoreCommand = new Command('restore')
  .description('Makes the empty data folder DATA_DIR from a backup, and proves that its ledger adds up.')
  .argument('<folder>', 'a folder that `backup` made')
  .action(async (folder: string) => {
    const dataDir = dataFolder();
    await placeBackup(resolve(folder), dataDir);
    const state = await proveRestored(dataDir);
    for (const claim of state.brokenClaims) console.log(`FAILED ${claim}`);
    const last = state.lastPaymentAt?.toISOString() ?? 'none';
    console.log(`Restored into ${dataDir}. Last payment: ${last}. Without a result: ${state.withoutResult}.`);
    if (state.brokenClaims.length > 0)
      throw new OperatorError('The restored database is not sound: see above.');
    console.log(
      'The ledger adds up. Start the portal: pages work, and payments wait until it is known what the processors charged ' +
        'after that last payment. `npm run ops -- reconcile-processor` says what is missing.',
    );
  });

function dataFolder(): string {
  if (!process.env.DATA_DIR)
    throw new OperatorError('DATA_DIR is missing. Run the command with "npm run ops".');
  return resolve(process.env.DATA_DIR);
}

/** Starts the restored database, which replays its log, migrates it, runs every check, and stops it. */
async function proveRestored(dataDir: string) {
  const log = { info: console.error, warn: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, holder: 'npm run ops', log });
  const pool = connectPool({ url: postgres.url, maximumConnections: 1, worker: 'command' });
  try {
    await migrateDatabase(postgres.ownerUrl);
    await pauseRestored(pool);
    const results = await runChecks(pool, new Date());
    const { rows } = await pool.query<{ lastPaymentAt: Date | null; withoutResult: number }>(
      `select max(occurred_at) filter (where external_id is null) as "lastPaymentAt",
         count(*) filter (where state in ('SUBMITTING', 'UNKNOWN')) as "withoutResult"
       from payment`,
    );
    const brokenClaims = results.filter(({ broken }) => broken > 0).map(({ claim }) => claim);
    return { lastPaymentAt: null, withoutResult: 0, ...rows[0], brokenClaims };
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
