import type { Database } from './database/connect.ts';
import type { Portal } from './portal.ts';

/**
 * Reads what may be some seconds old, from the replica if there is one and `mayLag` does not say no. Reads from the primary if
 * the replica fails, or does not have it (yet), which `read` says with undefined. Never use it for money: neither to decide
 * about a payment, nor to show what is due.
 */
export async function readLagging<T>(
  { db, replica, log }: Portal,
  read: (db: Database) => Promise<T | undefined>,
  mayLag = async () => true,
): Promise<T | undefined> {
  const lagging = await replica?.find();
  if (!lagging || !(await mayLag())) return await read(db);
  const found = await read(lagging).catch((error: unknown) => {
    log.warn({ err: error }, 'the replica failed; the primary is read');
    return undefined;
  });
  return found ?? (await read(db));
}
