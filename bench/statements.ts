import type pg from 'pg';
import { onWrite, watchStatements } from '../apps/server/src/testing/statement-log.ts';

interface Recording<T> {
  readonly result: T;
  readonly statements: number;
  /** Writes to PostgreSQL: statements that go out together are one. */
  readonly roundTrips: number;
}

const watched = new WeakSet<pg.Client>();
let writes = 0;

/** Counts what this process sends to PostgreSQL while `work` runs, over any connection. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<Recording<T>> {
  const sentWith: number[] = [];
  const result = await watchStatements(work, (client) => {
    watch(client);
    sentWith.push(writes + 1);
  });
  return { result, statements: sentWith.length, roundTrips: new Set(sentWith).size };
}

function watch(client: pg.Client): void {
  if (watched.has(client)) return;
  watched.add(client);
  onWrite(client, () => {
    writes += 1;
  });
}
