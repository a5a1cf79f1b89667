import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** State of one outside service, as its gateway saw it last. */
export type ServiceState = 'ok' | 'away';

interface HealthParts {
  readonly db: Database;
  readonly services: () => Readonly<Record<string, ServiceState>>;
}

/** `/live`: the process answers. `/ready`: the database takes writes; outside services are told, not counted. */
export function registerHealth(app: FastifyInstance, { db, services }: HealthParts): void {
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
