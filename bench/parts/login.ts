import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import { postCall } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { Program } from '../../environment/program.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { exchangeCalls, randomAddress } from '../environment/login-codes.ts';
import { median, runInTurn, runRound } from '../load.ts';
import { compareRounds } from '../report/comparison.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const signInsPerRound = 1_000;
const mails = 30;
const maxMsToInbox = 2_000;
const maxMedianMsToInbox = 150;
const pollMs = 5;

/** Signing in: time until the code is in the inbox, and code exchanges per second. */
export async function measureLogin(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const [site, floor, sandbox] = [
    await environment.many(),
    await environment.floor(),
    await environment.sandbox(),
  ];
  const customers = (await signedInCustomers(site)).slice(0, signInsPerRound);
  const { connections, seconds } = options;
  const floorCalls = customers.map(({ loginId }) => postCall('/login', { loginId }));
  const pair = await runInTurn(options.rounds, {
    floor: () => runRound(floor, floorCalls, { connections, seconds }),
    portal: async () =>
      runRound(site.portal, await exchangeCalls(environment, site, customers), { connections }),
  });
  return [...compareRounds('sign-in', pair), ...(await measureMail(site, sandbox, customers))];
}

async function measureMail(
  { portal }: PortalInstance,
  sandbox: Program,
  customers: readonly SignedInCustomer[],
): Promise<Result[]> {
  const timesMs: number[] = [];
  for (const { emailAddress } of customers.slice(0, mails))
    timesMs.push(await timeToInbox(sandbox, emailAddress, () => requestCode(portal, emailAddress)));
  const [medianMs, slowestMs] = [median(timesMs), Math.max(...timesMs)];
  return [
    {
      what: 'sign-in, code in the inbox',
      measured: `${formatFigure(medianMs)} ms`,
      target: atMost(medianMs, maxMedianMsToInbox, ' ms'),
      figures: { medianMs },
    },
    {
      what: 'sign-in, slowest code in the inbox',
      measured: `${formatFigure(slowestMs)} ms`,
      target: atMost(slowestMs, maxMsToInbox, ' ms'),
      figures: { slowestMs },
    },
  ];
}

async function requestCode(portal: Program, email: string): Promise<void> {
  const response = await fetch(`${portal.url}${apiPath}/login/otp/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new Error(`The portal sent no code: ${response.status} ${await response.text()}`);
}

/** Milliseconds from requesting a mail until it is in the inbox. */
async function timeToInbox(sandbox: Program, to: string, send: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const response = await fetch(`${sandbox.url}/inbox/messages?to=${encodeURIComponent(to)}`);
    return ((await response.json()) as unknown[]).length;
  };
  const before = await count();
  const startedAt = performance.now();
  await send();
  while ((await count()) === before) await sleep(pollMs);
  return performance.now() - startedAt;
}
