import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** Last known state of an outside service. */
export type ServiceState = 'ok' | 'away';

interface HealthContext {
  readonly db: Database;
  readonly services: () => Readonly<Record<string, ServiceState>>;
}

/**
 * Registers the health checks. `/live`: the process responds. `/ready`: the database accepts writes; outside services
 * are listed but do not count.
 */
export function registerHealth(app: FastifyInstance, { db, services }: HealthContext): void {
  app.get(`${basePath}/health/live`, async () => ({ status: 'ok' }));

  app.get(`${basePath}/health/ready`, async (request, reply) => {
    const database = await databaseState(db).catch((error: unknown) => {
      request.log.warn({ err: error, correlationId: request.id }, 'database away');
      return 'away' as const;
    });
    const status = database === 'ok' ? 'ok' : 'degraded';
    return reply.status(database === 'ok' ? 200 : 503).send({ status, database, services: services() });
  });
}

async function databaseState(db: Database): Promise<'ok' | 'read-only'> {
  const { rows } = await sql<{
    mode: string;
  }>`select current_setting('transaction_read_only') as mode`.execute(db);
  return rows[0]?.mode === 'off' ? 'ok' : 'read-only';
}
