import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { checkDatabase, type DatabaseProblem } from '../database/check-database.ts';
import type { Database } from '../database/connect.ts';
import { readInTime } from '../database/database-metrics.ts';
import { readWorkers } from '../database/distribution/workers.ts';
import { writeToDisk } from '../database/write-to-disk.ts';

const workersTimeoutMs = 2_000;

/** Last known state of an outside service. */
export type ServiceState = 'ok' | 'away';

/** SQLSTATE disk_full. */
const diskFull = '53100';

/**
 * Registers the health checks. `/live`: the process responds. `/ready`: this release can work on the database
 * (version, role, schema, writable, time-outs, room on its disk); outside services are listed but do not count. A
 * server that is about to stop is not ready.
 */
export function registerHealth(
  app: FastifyInstance,
  db: Database,
  services: () => Readonly<Record<string, ServiceState>>,
): void {
  app.get(`${basePath}/health/live`, async () => ({ status: 'ok' }));

  app.get(`${basePath}/health/ready`, async (request, reply) => {
    const database = await databaseState(db, (details) =>
      request.log.warn({ ...details, correlationId: request.id }, 'database not ready'),
    );
    const status = app.lifecycle.isDraining ? 'draining' : database === 'ok' ? 'ok' : 'degraded';
    // A worker that is away is no reason to send nobody here: all others are served.
    const workers =
      database === 'ok'
        ? await readInTime(db, workersTimeoutMs, readWorkers).catch(() => 'unknown')
        : undefined;
    return reply
      .status(status === 'ok' ? 200 : 503)
      .send({ status, database, workers, services: services() });
  });
}

async function databaseState(
  db: Database,
  warn: (details: object) => void,
): Promise<DatabaseProblem['state'] | 'ok' | 'away' | 'disk-full'> {
  try {
    const problem = await checkDatabase(db);
    if (!problem) {
      await writeToDisk(db);
      return 'ok';
    }
    warn({ reason: problem.sentence });
    return problem.state;
  } catch (error) {
    warn({ err: error });
    return error instanceof Error && 'code' in error && error.code === diskFull ? 'disk-full' : 'away';
  }
}
