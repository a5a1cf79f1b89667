import type { Database, Trx } from '../platform/database/connect.ts';

/** Begins a transaction, works in it, and returns what commits it. */
export async function beginLongTransaction(
  db: Database,
  work: (trx: Trx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const worked = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const done = db.transaction().execute(async (trx) => {
    await work(trx);
    worked.resolve();
    await commit.promise;
  });
  await Promise.race([worked.promise, done]);
  return async () => {
    commit.resolve();
    await done;
  };
}
