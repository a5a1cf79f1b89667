import { Command } from 'commander';
import type pg from 'pg';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import type { PayingPortal } from '../features/feature.ts';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import { connectPool, type Database } from '../platform/database/connect.ts';
import { withConnectionAdvice } from '../platform/database/connection-advice.ts';
import { connectDatabase } from '../platform/database/pipeline/pipeline.ts';
import { openPortal } from '../platform/open-portal.ts';

/** What operator commands work with. Nothing connects before it is used. */
export interface OpsContext {
  /** The portal as servers work with it, without a log. */
  readonly portal: PayingPortal;
  /** Connections without statement time-out, to PostgreSQL's own address where the server uses a pooler. */
  readonly pool: pg.Pool;
  /** The database over `pool`. */
  readonly db: Database;
}

/** A command that works with the server's settings. */
export class PortalCommand extends Command {
  /** Sets what the command does, and prints the lines that it returns. */
  does<A extends unknown[]>(work: (context: OpsContext, ...args: A) => Promise<readonly string[]>): this {
    return this.action(async (...args) => {
      const lines = await withOpsContext((context) => work(context, ...(args as unknown as A)));
      if (lines.length > 0) console.log(lines.join('\n'));
    });
  }
}

/** Runs a command's `work` with the server's settings, then closes everything that it used. */
export async function withOpsContext<T>(work: (context: OpsContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const { portal } = openPortal(config, pino({ level: 'silent' }));
  const pool = connectPool({
    url: config.databaseDirectUrl ?? config.databaseUrl,
    maximumConnections: 4,
    worker: 'command',
  });
  const paying = { ...portal, processors: openProcessors(config) };
  const use = () => work({ portal: paying, pool, db: connectDatabase(pool) });
  try {
    return await withConnectionAdvice('DATABASE_URL', config.databaseUrl, () =>
      config.databaseDirectUrl === null
        ? use()
        : withConnectionAdvice('DATABASE_DIRECT_URL', config.databaseDirectUrl, use),
    );
  } finally {
    await portal.db.destroy();
    await pool.end();
  }
}
