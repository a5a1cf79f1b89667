import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { homeCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment, PortalInstance } from '../environment/environment.ts';
import { type Call, runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import { atMost, type Result } from '../report/result.ts';

const maxStatements = 6;

/** The dashboard call: throughput against five bare statements, and its number of statements. */
export async function measureHome(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const [site, floor] = [await environment.many(), await environment.floor()];
  const customers = await signedInCustomers(site);
  const floorCalls = customers.map(({ accountId }) => ({ path: `/home?account=${accountId}` }));
  const portalCalls = homeCalls(customers);
  const pair = await runInTurn(options.rounds, {
    floor: () => runRound(floor, floorCalls, options),
    portal: () => runRound(site.portal, portalCalls, options),
  });
  const [firstCall] = portalCalls;
  const statements = firstCall ? await countStatements(environment, site, firstCall) : Number.NaN;
  return [
    compareThroughput('dashboard call', pair),
    {
      what: 'dashboard call, statements',
      measured: String(statements),
      target: atMost(statements, maxStatements, ''),
      figures: { statements },
    },
  ];
}

/** The portal names its statements (`statementName`). */
const namedStatement = /LOG: {2}execute s_[\w-]+:/g;
const logReloadMs = 500;

const countedCalls = 5;

/**
 * Counts the statements of one call in PostgreSQL's log. Background work falls into some calls, so the minimum of
 * several calls counts.
 */
async function countStatements(
  { postgres }: BenchEnvironment,
  { portal }: PortalInstance,
  call: Call,
): Promise<number> {
  const setLogging = (value: 'all' | 'none') =>
    postgres.asSuperuser(async (client) => {
      await client.query(`alter system set log_statement = '${value}'`);
      await client.query('select pg_reload_conf()');
      await sleep(logReloadMs);
    });
  const countLogged = () => readFileSync(postgres.logFile, 'utf8').match(namedStatement)?.length ?? 0;
  const makeCall = async () => {
    const response = await fetch(portal.url + call.path, { headers: call.headers });
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  };
  await setLogging('all');
  const counts: number[] = [];
  for (let run = 0; run < countedCalls; run++) {
    const before = countLogged();
    await makeCall();
    await sleep(logReloadMs);
    counts.push(countLogged() - before);
  }
  await setLogging('none');
  const fewest = Math.min(...counts);
  if (fewest === 0) throw new Error('PostgreSQL’s log shows no statement of the portal');
  return fewest;
}
