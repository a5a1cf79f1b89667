import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import { type Call, homeCalls, invoiceCalls, listCalls, postCall } from '../../environment/calls.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import type { DrillPart, DrillResult } from '../part.ts';
import { type DrillPopulation, populate } from './drill-portal.ts';
import { type ProxyProgram, proxyPrograms, startProxy } from './rolling-restart/proxies.ts';
import { call } from './rolling-restart/traffic.ts';
import { openSlowSockets, slowBody, slowHeaders } from './slow-clients/slow-sockets.ts';

/** More than MAX_REQUESTS_IN_PROGRESS, of each kind. */
const socketsOfKind = 550;
/** Longer than every time-out for headers and bodies. */
const attackMs = 25_000;
const slowestMs = 5_000;
const pauseMs = 100;

/** A call and the status that it must get. */
interface Visit {
  readonly call: Call;
  readonly status: number;
}

/** Slow clients take every slot that they can, and customers and visitors go on. */
export const slowClients: DrillPart = {
  name: 'slow-clients',
  proves:
    'slow headers and slow bodies, directly and through nginx and HAProxy, refuse and delay no customer and no visitor',
  programs: ['nginx', 'haproxy', 'openssl'],
  run: async (environment) => {
    const population = await populate(environment, 'slow_clients');
    const results: DrillResult[] = [];
    for (const program of [undefined, ...proxyPrograms])
      results.push(await drillBehind(program, environment, population));
    return {
      counts: Object.assign({}, ...results.map(({ counts }) => counts)),
      failures: results.flatMap(({ failures }) => failures),
    };
  },
};

/** Attacks one portal, directly without a program. */
async function drillBehind(
  program: ProxyProgram | undefined,
  environment: DrillEnvironment,
  population: DrillPopulation,
): Promise<DrillResult> {
  const name = program?.name ?? 'direct';
  const [port, https, http] = await findFreePorts();
  await using portal = await environment.startPortal(`slow-clients-${name}`, {
    ...environment.settingsFor(population.database, port),
    NODE_ENV: 'production',
    ROLE: 'web',
    TRUST_PROXY: program ? '127.0.0.1' : 'none',
  });
  const ports = { https, http, portals: [port, port, port] };
  await using proxy = program && (await startProxy(program, ports, environment.dataDir));
  return await attack(name, proxy?.url ?? portal.url, population);
}

async function attack(name: string, url: string, { customers }: DrillPopulation): Promise<DrillResult> {
  const some = customers.slice(0, 1);
  const ofCustomer = [homeCalls, listCalls, invoiceCalls].flatMap((calls) => calls(some)).map(expecting(200));
  const ofVisitor = [
    expecting(200)({ path: '/myaccount/' }),
    expecting(200)({ path: '/myaccount/login' }),
    expecting(400)(postCall(`${apiPath}/login/otp/send`, { email: 'nobody' })),
  ];
  let isOver = false;
  const sockets = [];
  for (const request of [slowHeaders, slowBody])
    sockets.push(await openSlowSockets(url, request, socketsOfKind));
  try {
    const visits = Promise.all([keepVisiting(url, ofCustomer, isDone), keepVisiting(url, ofVisitor, isDone)]);
    await sleep(attackMs);
    isOver = true;
    const [customer, visitor] = await visits;
    return {
      counts: {
        [`slow connections (${name})`]: sockets.reduce((sum, { opened }) => sum + opened(), 0),
        [`requests of a customer (${name})`]: customer.sent,
        [`requests of a visitor (${name})`]: visitor.sent,
        [`ms for the slowest of them (${name})`]: Math.max(customer.slowestMs, visitor.slowestMs),
      },
      failures: [
        ...failuresOf(`${name}: a customer's`, customer),
        ...failuresOf(`${name}: a visitor's`, visitor),
      ],
    };
  } finally {
    isOver = true;
    for (const each of sockets) each.stop();
  }

  function isDone(): boolean {
    return isOver;
  }
}

function expecting(status: number): (call: Call) => Visit {
  return (made) => ({ call: made, status });
}

interface Visits {
  sent: number;
  slowestMs: number;
  /** Requests by how they failed. */
  readonly failed: Map<string, number>;
}

/** Makes the calls again and again. */
async function keepVisiting(url: string, visits: readonly Visit[], isOver: () => boolean): Promise<Visits> {
  const made: Visits = { sent: 0, slowestMs: 0, failed: new Map() };
  while (!isOver()) {
    const visit = visits[made.sent++ % visits.length];
    if (!visit) break;
    const startedAt = performance.now();
    const { status, error } = await call(url, visit.call);
    const ms = Math.round(performance.now() - startedAt);
    made.slowestMs = Math.max(made.slowestMs, ms);
    const failure = status !== visit.status ? error || `answer ${status}` : ms > slowestMs && 'slow answer';
    if (failure) made.failed.set(failure, (made.failed.get(failure) ?? 0) + 1);
    await sleep(pauseMs);
  }
  return made;
}

function failuresOf(whose: string, { sent, failed }: Visits): string[] {
  return [...failed].map(([failure, count]) => `${whose} requests: ${count} of ${sent}: ${failure}`);
}
