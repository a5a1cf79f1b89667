import { deletedRows } from '../../platform/metrics.ts';
import type { Portal } from '../../platform/portal.ts';
import { deleteOldest } from './retention.repository.ts';
import { type RetainedTable, retainedTables } from './retention.rules.ts';

const batchSize = 1_000;
const dayMs = 86_400_000;
/** Ends a round before another server would begin it again. The next round continues. */
const roundMs = 240_000;

/**
 * Deletes what is older than its setting, in short statements, and returns the number of rows by table. A table that
 * fails does not keep the others; its error is thrown at the end.
 */
export async function deleteExpired(portal: Portal): Promise<Partial<Record<RetainedTable, number>>> {
  const stopAt = performance.now() + roundMs;
  const deleted: Partial<Record<RetainedTable, number>> = {};
  const errors: unknown[] = [];
  for (const table of retainedTables) {
    const add = (rows: number) => {
      deleted[table] = (deleted[table] ?? 0) + rows;
      deletedRows.inc({ table }, rows);
    };
    await deleteFrom(portal, table, { stopAt, add }).catch((error: unknown) => errors.push(error));
  }
  portal.log.info({ deleted, isComplete: performance.now() < stopAt }, 'retention');
  if (errors.length > 0) throw new AggregateError(errors, 'retention failed for some tables');
  return deleted;
}

async function deleteFrom(
  { db, clock, config }: Portal,
  table: RetainedTable,
  { stopAt, add }: { stopAt: number; add: (rows: number) => void },
): Promise<void> {
  const before = new Date(clock.now().getTime() - config.retentionDays[table] * dayMs);
  let rows = batchSize;
  while (rows === batchSize && performance.now() < stopAt) {
    rows = await deleteOldest(db, table, before, batchSize);
    if (rows > 0) add(rows);
  }
}
