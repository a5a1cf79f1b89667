import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from './database/connect.ts';
import { sessionUses } from './metrics.ts';

/** Longest time that session uses are collected before they are written. */
const collectMs = 1_000;

/**
 * Collects session uses and writes them once a second, in one statement instead of one per customer and minute. A
 * killed process loses the uses of its last second, which hardly matters for a time-out of many minutes.
 */
export class SeenSessions {
  readonly #db: Database;
  readonly #log: BaseLogger;
  readonly #tokenHashes = new Map<string, Buffer>();
  #latestUse = new Date(0);
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: BaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Notes a session's use. */
  note(tokenHash: Buffer, at: Date): void {
    this.#tokenHashes.set(tokenHash.toString('base64'), tokenHash);
    this.#latestUse = at;
    this.#timer ??= setTimeout(() => void this.write(), collectMs).unref();
  }

  /** Writes the noted uses now. If that fails, drops them and logs a warning. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const tokenHashes = [...this.#tokenHashes.values()];
    this.#tokenHashes.clear();
    if (tokenHashes.length === 0) return;
    try {
      await this.#update(tokenHashes, this.#latestUse);
      sessionUses.inc({ result: 'written' }, tokenHashes.length);
    } catch (error) {
      sessionUses.inc({ result: 'dropped' }, tokenHashes.length);
      this.#log.warn({ err: error, sessions: tokenHashes.length }, 'session uses not written');
    }
  }

  /** Skips rows that another server is writing: it writes the same, and neither waits for the other. */
  async #update(tokenHashes: Buffer[], usedAt: Date): Promise<void> {
    await this.#db
      .with('due', (db) =>
        db
          .selectFrom('session')
          .select('id')
          .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
          .where('last_seen_at', '<', usedAt)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('session')
      .from('due')
      .set({ last_seen_at: usedAt })
      .whereRef('session.id', '=', 'due.id')
      .execute();
  }
}
