import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';

interface ReplicaOptions extends Omit<OpenDatabaseOptions, 'onIdleError'> {
  readonly onError: (error: Error) => void;
}

/** A replica that lags more than this is not read. */
const maximumLagSeconds = 5;
const checkEveryMs = 1_000;

/** A read replica. It is read only while it is there and up to date. */
export class Replica {
  readonly #db: Database;
  readonly #onError: (error: Error) => void;
  #check: Promise<boolean> = Promise.resolve(false);
  #checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ onError, ...connections }: ReplicaOptions) {
    this.#db = openDatabase({ ...connections, onIdleError: onError }).db;
    this.#onError = onError;
  }

  /** Returns the replica's database; undefined while it is away or lags. Checks at most once a second. */
  async find(): Promise<Database | undefined> {
    if (performance.now() - this.#checkedAtMs > checkEveryMs) {
      this.#checkedAtMs = performance.now();
      this.#check = isUpToDate(this.#db).catch((error: Error) => {
        this.#onError(error);
        return false;
      });
    }
    return (await this.#check) ? this.#db : undefined;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

/**
 * A promoted replica is up to date. Otherwise it must be connected, and have replayed all it received or a recent commit:
 * without new commits the last one may be old.
 */
async function isUpToDate(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isUpToDate: boolean }>`
    select not pg_is_in_recovery() or (
      exists (select 1 from pg_stat_wal_receiver where pid is not null)
      and (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
        or now() - pg_last_xact_replay_timestamp() < make_interval(secs => ${maximumLagSeconds}))
    ) as "isUpToDate"`.execute(db);
  return rows[0]?.isUpToDate ?? false;
}
