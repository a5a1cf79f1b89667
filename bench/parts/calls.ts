import type { Endpoint } from '@myaccount/contract/endpoint';
import type { InjectOptions } from 'fastify';
import { type App, createApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { openSession } from '../../apps/server/src/features/sessions/sessions.service.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import { contract } from '../../architecture/contract.ts';
import { buildOwner } from '../../architecture/endpoint-ids.ts';
import { inputOf, nameOf, requestOf } from '../../architecture/endpoint-rows.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { medianOf } from '../load.ts';
import { formatFigure, type Result } from '../report/result.ts';
import { recordStatements } from '../statements.ts';

const warmUpCustomers = 2;
const measuredCustomers = 5;
const readsPerCustomer = 5;
const microsecondsPerMs = 1_000;
const client = { address: '127.0.0.1', userAgent: 'bench', correlationId: 'bench-session' };

interface CallCost {
  readonly statements: number;
  readonly roundTrips: number;
  readonly cpuMs: number;
}

/**
 * What each call of the contract costs its server: statements, writes to PostgreSQL, and CPU time. Each customer makes a
 * change once, and a read until it answers otherwise. The server runs in this process, without a socket.
 */
export async function measureCalls(environment: BenchEnvironment): Promise<Result[]> {
  await using server = await openServer(await environment.few());
  const results: Result[] = [];
  for (const call of contract) {
    const cost = await server.measure(call);
    results.push({ what: nameOf(call), measured: describeCost(cost), figures: { ...cost } });
  }
  return results;
}

function describeCost({ statements, roundTrips, cpuMs }: CallCost): string {
  return `statements: ${statements}, round trips: ${roundTrips}, CPU: ${formatFigure(cpuMs)} ms`;
}

async function openServer({ settings }: PortalInstance) {
  const { portal, pool } = openPortal(readConfig({ ...settings, LOG_LEVEL: 'silent' }), createLog('silent'));
  const app = await createApp({ portal, pool, webRoot: null });
  await app.server.ready();
  const signIn = async (emailAddress: string) => {
    const login = portal.db.selectFrom('login').select('id').where('email_address', '=', emailAddress);
    const { id } = await login.executeTakeFirstOrThrow();
    return (await portal.db.transaction().execute((trx) => openSession(trx, portal, id, client))).accessToken;
  };
  const prepare = async (call: Endpoint) => {
    const { login, ids } = await buildOwner({ db: portal.db, portal, clock: portal.clock, signIn });
    const input = call.query || call.body ? inputOf(call, ids) : { query: {} };
    return requestOf(call, input, await signIn(login.emailAddress));
  };
  return {
    async measure(call: Endpoint): Promise<CallCost> {
      const costs: CallCost[] = [];
      for (let customer = 0; customer < warmUpCustomers + measuredCustomers; customer += 1) {
        const ofCustomer = await measureRequest(app, await prepare(call), call.method === 'GET');
        if (customer >= warmUpCustomers) costs.push(...ofCustomer);
      }
      return medianOf(costs);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await portal.db.destroy();
    },
  };
}

/** Makes a request, and repeats it if it is a read. */
async function measureRequest(app: App, request: InjectOptions, isRead: boolean): Promise<CallCost[]> {
  const costs: CallCost[] = [];
  let expected: number | undefined;
  while (costs.length < (isRead ? readsPerCustomer : 1)) {
    const before = process.cpuUsage();
    const { result, ...counts } = await recordStatements(() => app.server.inject(request));
    const { user, system } = process.cpuUsage(before);
    expected ??= result.statusCode;
    if (expected >= 500) throw new Error(`${request.url} answered ${result.body}`);
    if (result.statusCode !== expected) break;
    costs.push({ ...counts, cpuMs: (user + system) / microsecondsPerMs });
  }
  return costs;
}
