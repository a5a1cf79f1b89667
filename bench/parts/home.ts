import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { homeCalls } from '../calls.ts';
import { signedInCustomers } from '../ground/customers.ts';
import type { Ground, Site } from '../ground/ground.ts';
import { type Call, runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import { atMost, type Result } from '../report/result.ts';

const mostStatements = 6;

/** The dashboard's one call: how fast against five bare statements, and how many statements it makes. */
export async function measureHome(ground: Ground): Promise<Result[]> {
  const { options } = ground;
  const [site, floor] = [await ground.many(), await ground.floor()];
  const customers = await signedInCustomers(site);
  const floorCalls = customers.map(({ accountId }) => ({ path: `/home?account=${accountId}` }));
  const portalCalls = homeCalls(customers);
  const pair = await runInTurn(options.rounds, {
    floor: () => runRound(floor, floorCalls, options),
    portal: () => runRound(site.portal, portalCalls, options),
  });
  const [firstCall] = portalCalls;
  const statements = firstCall ? await countStatements(ground, site, firstCall) : Number.NaN;
  return [
    compareThroughput('dashboard call', pair),
    {
      what: 'dashboard call, statements',
      measured: String(statements),
      target: atMost(statements, mostStatements, ''),
      figures: { statements },
    },
  ];
}

/** The portal names its statements; those of the job queue have no name and are nobody's answer. */
const namedStatement = /LOG: {2}execute s\d+:/g;
const untilTakenMs = 500;

const countedCalls = 5;

/**
 * How many statements one call sends, counted in PostgreSQL's own log. What the server does by itself now and then falls
 * into the time of some calls and not of others: the least of several is the call's own.
 */
async function countStatements({ postgres }: Ground, { portal }: Site, call: Call): Promise<number> {
  const setLogging = (value: 'all' | 'none') =>
    postgres.asSuperuser(async (client) => {
      await client.query(`alter system set log_statement = '${value}'`);
      await client.query('select pg_reload_conf()');
      await sleep(untilTakenMs);
    });
  const countLogged = () => readFileSync(postgres.logFile, 'utf8').match(namedStatement)?.length ?? 0;
  const ask = async () => {
    const response = await fetch(portal.url + call.path, { headers: call.headers });
    if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  };
  await setLogging('all');
  const counts: number[] = [];
  for (let asked = 0; asked < countedCalls; asked++) {
    const before = countLogged();
    await ask();
    await sleep(untilTakenMs);
    counts.push(countLogged() - before);
  }
  await setLogging('none');
  return Math.min(...counts);
}
