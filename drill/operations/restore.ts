import { join } from 'node:path';
import { startEmbeddedPostgres } from '@myaccount/local-postgres/embedded-postgres';
import { parseCursor } from '../../apps/server/src/features/payment-export/export-cursor.rules.ts';
import { readExport } from '../../apps/server/src/features/payment-export/payment-events.service.ts';
import { connectPool } from '../../apps/server/src/platform/database/connect.ts';
import { connectDatabase } from '../../apps/server/src/platform/database/pipeline/pipeline.ts';
import { type SandboxCharge, sandboxCalls } from '../../apps/server/src/testing/sandbox.ts';
import { withClient, withName } from '../../environment/database.ts';
import { reconcileProcessor, runOperatorCommand } from '../../environment/operator.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DatabaseAddresses, Settings } from '../../scripts/start/local-settings.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart, DrillResult } from '../part.ts';
import {
  type DrillPopulation,
  ledgerFailures,
  lostPayments,
  type PaymentRound,
  payAll,
  populate,
  settled,
} from './drill-portal.ts';

const databaseName = 'restore';

/** A backup while payments run, and its restore. */
export const restore: DrillPart = {
  name: 'restore',
  proves: 'a backup taken while payments run restores every payment before it, and names what came after it',
  run: async (environment) => {
    const population = await populate(environment, databaseName);
    const history = await payAndBackUp(environment, population);
    const restoredDir = join(environment.dataDir, `restored-${Date.now()}`);
    await runOperatorCommand(['restore', history.backup], { DATA_DIR: restoredDir });
    const log = { info: () => undefined, warn: console.warn };
    const postgres = await startEmbeddedPostgres({ dataDir: restoredDir, holder: 'npm run drill', log });
    try {
      // The command marks the portal's own database. The drill's is beside it.
      const { rows } = await withClient(postgres.ownerUrl, (client) =>
        client.query('select paused_for from heartbeat'),
      );
      if (rows[0]?.paused_for !== 'restored') throw new Error('Charging is not paused after the restore');
      return await examine(environment, withName(postgres, databaseName), history);
    } finally {
      await postgres.stop();
    }
  },
};

interface PaidHistory {
  readonly backup: string;
  readonly startedAt: Date;
  /** What the processors knew before. */
  readonly earlierCharges: readonly SandboxCharge[];
  readonly before: PaymentRound;
  readonly during: PaymentRound;
  readonly after: PaymentRound;
  /** Cursor of the last line that billing read before the backup, and of the last at all. */
  readonly cursorBefore: string | undefined;
  readonly cursorAfter: string | undefined;
}

async function payAndBackUp(
  environment: DrillEnvironment,
  { database, payments }: DrillPopulation,
): Promise<PaidHistory> {
  const startedAt = new Date();
  const earlierCharges = await listCharges(environment);
  const [port] = await findFreePorts();
  const settings = environment.settingsFor(database, port);
  const backup = join(environment.dataDir, `backup-${Date.now()}`);
  await using portal = await environment.startPortal('portal-restore', settings);
  const before = await payAll(portal.url, payments);
  const cursorBefore = (await exportAll(database.url)).at(-1);
  const [during] = await Promise.all([
    payAll(portal.url, payments),
    runOperatorCommand(['backup', backup], settings),
  ]);
  const after = await payAll(portal.url, payments);
  const cursorAfter = (await exportAll(database.url)).at(-1);
  return { backup, startedAt, earlierCharges, before, during, after, cursorBefore, cursorAfter };
}

async function examine(
  environment: DrillEnvironment,
  database: DatabaseAddresses,
  history: PaidHistory,
): Promise<DrillResult> {
  const [port] = await findFreePorts();
  const settings = environment.settingsFor(database, port);
  const failures: string[] = [];
  await using _portal = await environment.startPortal('portal-restored', settings);
  failures.push(...(await lostPayments(database.ownerUrl, history.before.acknowledged)));
  if (!(await settled(database.ownerUrl))) failures.push('payments stay without a result');
  failures.push(...(await ledgerFailures(settings)));
  const unknown = await unknownCharges(environment, database.ownerUrl, history.earlierCharges);
  const late = history.after.acknowledged.length;
  const possible = late + history.during.acknowledged.length;
  if (unknown.all < late || unknown.all > possible)
    failures.push(`the processors know ${unknown.all} more charges, expected ${late} to ${possible}`);
  const listed = listUnknown(settings, history.startedAt);
  if (listed !== unknown.transafe)
    failures.push(`ops reconcile-processor lists ${listed} of ${unknown.transafe} charges of TranSafe`);
  const next = await exportAll(database.url, history.cursorBefore);
  if (next.length === 0) failures.push('the export has nothing after the cursor from before the backup');
  const refusal = await exportAll(database.url, history.cursorAfter).then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  if (!refusal.includes('restored to an earlier moment'))
    failures.push(`the export answered a cursor from after the backup with: ${refusal}`);
  return {
    counts: {
      'payments before the backup, all restored': history.before.acknowledged.length,
      'payments while the backup ran': history.during.acknowledged.length,
      'payments after the backup': late,
      'charges that only the processors know': unknown.all,
      'of them listed by ops reconcile-processor (TranSafe has a report)': listed,
      'lines of the export after the old cursor': next.length,
    },
    failures,
  };
}

/** Returns the cursors of every line after a cursor. */
async function exportAll(url: string, since = ''): Promise<string[]> {
  const db = connectDatabase(connectPool({ url, maximumConnections: 1 }));
  try {
    const cursors: string[] = [];
    for await (const { cursor } of readExport(db, parseCursor(since))) cursors.push(cursor);
    return cursors;
  } finally {
    await db.destroy();
  }
}

async function listCharges(environment: DrillEnvironment): Promise<SandboxCharge[]> {
  return await sandboxCalls((await environment.sandbox()).url).charges();
}

/** Counts successful charges since the list whose payment the database does not know. */
async function unknownCharges(
  environment: DrillEnvironment,
  ownerUrl: string,
  earlier: readonly SandboxCharge[],
): Promise<{ all: number; transafe: number }> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ reference: string }>('select processor_reference as reference from payment'),
  );
  const known = new Set(rows.map(({ reference }) => reference));
  const old = new Set(earlier.map(({ id }) => id));
  const charges = (await listCharges(environment)).filter(
    ({ id, state }) => !old.has(id) && state !== 'declined',
  );
  const unknown = charges.filter(({ reference }) => reference && !known.has(reference));
  const transafe = unknown.filter(({ processor }) => processor === 'transafe');
  return { all: unknown.length, transafe: transafe.length };
}

/** Counts the charges that `ops reconcile-processor` does not find here. */
function listUnknown(settings: Settings, since: Date): number {
  const { out, err } = reconcileProcessor(settings, ['--since', since.toISOString(), '--json']);
  if (!out) throw new Error(`ops reconcile-processor failed: ${err}`);
  return out.split('unknown-here').length - 1;
}
