import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorNames } from '@myaccount/contract/processors';
import { sandboxCalls } from '../../apps/server/src/testing/sandbox.ts';
import { type Call, historyCalls, homeCalls, listCalls } from '../../environment/calls.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import { paymentCalls } from '../../environment/payments.ts';
import { ensurePopulation } from '../../environment/population.ts';
import type { Program } from '../../environment/program.ts';
import { findFreePorts } from '../../scripts/start/free-ports.ts';
import type { DrillEnvironment } from '../drill-environment.ts';
import { type DrillPart, type DrillResult, when } from '../part.ts';
import { type ProxyProgram, proxyPrograms, startProxy } from './rolling-restart/proxies.ts';
import { call, keepCalling } from './rolling-restart/traffic.ts';

const accounts = 400;
const fewestRequests = 1_500;
/** A payment takes this long, so that some are in progress at every restart. */
const processorDelayMs = 400;
/** Longer than the health checks of a proxy need to find a portal that is back. */
const settleMs = 3_000;
const forgedAddress = '203.0.113.66';

/** A population, and the settings of the portals that serve it. */
type Site = Pick<PortalInstance, 'database' | 'settings'>;

/** Restarts three portals in turn behind each proxy while customers read and pay. */
export const rollingRestart: DrillPart = {
  name: 'rolling-restart',
  proves: 'restarting three servers in turn behind nginx and HAProxy loses no request and doubles no payment',
  programs: ['nginx', 'haproxy', 'openssl'],
  run: async (environment) => {
    const results: DrillResult[] = [];
    for (const program of proxyPrograms) results.push(await restartBehind(program, environment));
    return {
      counts: Object.assign({}, ...results.map(({ counts }) => counts)),
      failures: results.flatMap(({ failures }) => failures),
    };
  },
};

async function restartBehind(program: ProxyProgram, environment: DrillEnvironment): Promise<DrillResult> {
  const sandbox = sandboxCalls((await environment.sandbox()).url);
  for (const processor of processorNames)
    await sandbox.control({ processor, mode: 'slow', delayMs: processorDelayMs });
  const site = await prepareSite(environment);
  const [https, http] = await findFreePorts();
  const portals = (await findFreePorts()).slice(0, 3);
  const start = (port: number) =>
    environment.startPortal(`${program.name}-${port}`, { ...site.settings, PORT: String(port) });
  const running: Program[] = [];
  try {
    for (const port of portals) running.push(await start(port));
    await using proxy = await startProxy(program, { https, http, portals }, environment.dataDir);
    const { url } = proxy;
    const charges = (await sandbox.charges()).length;
    const exitCodes: (number | null)[] = [];
    const { reads, payments } = await whileCalling(url, site, async () => {
      for (const port of portals) {
        const [portal] = running.splice(0, 1);
        exitCodes.push((await portal?.stop()) ?? null);
        running.push(await start(port));
        await sleep(settleMs);
      }
    });
    await call(url, { path: '/myaccount/api/payments', headers: { 'x-forwarded-for': forgedAddress } });
    const sent = reads.sent + payments.sent;
    const lost = [...reads.lost, ...payments.lost];
    const charged = (await sandbox.charges()).length - charges;
    return {
      counts: {
        [`requests through ${program.name}`]: sent,
        [`of them payments (${program.name})`]: payments.sent,
        [`charges at the processors (${program.name})`]: charged,
        [`requests lost (${program.name})`]: lost.length,
      },
      failures: [
        ...lost.slice(0, 10).map((text) => `${program.name}: lost ${text}`),
        ...when(sent < fewestRequests, `${program.name}: only ${sent} requests`),
        ...when(charged !== payments.sent, `${program.name}: ${payments.sent} payments, ${charged} charges`),
        ...when(
          exitCodes.some((code) => code !== 0),
          `${program.name}: exit codes ${exitCodes.join(', ')}`,
        ),
        ...when(
          await believedForgery(program, portals, environment),
          `${program.name}: a client chose its address`,
        ),
      ],
    };
  } finally {
    await Promise.all(running.map((portal) => portal.stop()));
  }
}

/** Makes reading and paying calls until `restart` is done. */
async function whileCalling(url: string, site: Site, restart: () => Promise<void>) {
  const customers = await signedInCustomers(site);
  const readCalls = [listCalls, homeCalls, historyCalls].flatMap((calls) => calls(customers));
  const repeated: Call[] = Array.from({ length: 5 }, () => readCalls).flat();
  let isOver = false;
  const reads = keepCalling(url, repeated, { workers: 12, pauseMs: 150 }, () => isOver);
  const paying = await paymentCalls(site, customers);
  const payments = keepCalling(url, paying, { workers: 6, pauseMs: 1_500 }, () => isOver);
  await restart().finally(() => {
    isOver = true;
  });
  return { reads: await reads, payments: await payments };
}

async function prepareSite(environment: DrillEnvironment): Promise<Site> {
  const settingsFor = (database: Site['database']) => ({
    ...environment.settingsFor(database, 0),
    NODE_ENV: 'production',
    TRUST_PROXY: '127.0.0.1',
  });
  const { database } = await ensurePopulation(
    environment.postgres,
    { name: 'rolling', accounts },
    settingsFor,
  );
  return { database, settings: settingsFor(database) };
}

/** Whether the log of a portal has the address that a client made up. */
async function believedForgery(
  { name }: ProxyProgram,
  portals: readonly number[],
  { dataDir }: DrillEnvironment,
): Promise<boolean> {
  // Log lines are written within a tenth of a second.
  await sleep(500);
  const logs = portals
    .map((port) => readFileSync(join(dataDir, 'logs', `${name}-${port}.log`), 'utf8'))
    .join('');
  if (!logs.includes('"client":"127.0.0.1"'))
    throw new Error('No log line has the address of a refused client.');
  return logs.includes(forgedAddress);
}
