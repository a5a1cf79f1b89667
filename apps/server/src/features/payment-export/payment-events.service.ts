import type { Database } from '../../platform/database/connect.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { ExportCursor } from './export-cursor.rules.ts';
import {
  assignExportPositions,
  findExportBatch,
  getExportStream,
  listPaymentEvents,
} from './payment-events.repository.ts';
import { exportLine } from './payment-events.rules.ts';

const wayOut =
  'Pass an older cursor that you stored, or none to start at the beginning, and skip lines that you have by ' +
  'paymentId and status.';
const pageSize = 1_000;

/**
 * Yields the lines of committed events after a cursor, or all, at most `limit`. Throws an OperatorError before the first line
 * if the cursor does not fit this database.
 */
export async function* readExport(
  db: Database,
  cursor: ExportCursor | undefined,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReturnType<typeof exportLine>> {
  await assignExportPositions(db);
  const stream = await getExportStream(db);
  if (cursor) await requireOwnHistory(db, cursor, stream);
  let after = cursor?.position ?? 0;
  let left = limit;
  while (left > 0) {
    const events = await listPaymentEvents(db, after, Math.min(pageSize, left));
    for (const event of events) yield exportLine(event, stream);
    const last = events.at(-1);
    if (!last) return;
    after = last.position;
    left -= events.length;
  }
}

async function requireOwnHistory(db: Database, cursor: ExportCursor, stream: string): Promise<void> {
  if (cursor.stream !== stream) throw new OperatorError(`This cursor belongs to another database. ${wayOut}`);
  const batch = await findExportBatch(db, cursor.position);
  if (batch === cursor.batch) return;
  throw new OperatorError(
    'This database does not know the line of this cursor: it was restored to an earlier moment, or a failover lost its ' +
      `last transactions. ${wayOut}`,
  );
}
