import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import { createTransport } from 'nodemailer';
import { postCall } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { Program } from '../../environment/program.ts';
import type { Settings } from '../../scripts/start/local-settings.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { exchangeCalls, randomAddress } from '../environment/login-codes.ts';
import { median, runInTurn, runRound } from '../load.ts';
import { compareRounds } from '../report/comparison.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

const signInsPerRound = 1_000;
const mails = 30;
/** Times a mail that is sent to the inbox directly. The slowest of thirty shows a queue that waits, not a busy host. */
const maxTimes = { median: 10, slowest: 100 };
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
  { portal, settings }: PortalInstance,
  sandbox: Program,
  customers: readonly SignedInCustomer[],
): Promise<Result[]> {
  const timesMs: number[] = [];
  for (const { emailAddress } of customers.slice(0, mails))
    timesMs.push(await timeToInbox(sandbox, emailAddress, () => requestCode(portal, emailAddress)));
  const [medianMs, slowestMs] = [median(timesMs), Math.max(...timesMs)];
  const floorMs = await timeBareMail(settings, sandbox);
  const [ratio, slowestRatio] = [medianMs / floorMs, slowestMs / floorMs];
  const floor = `${formatFigure(floorMs)} ms sent directly`;
  return [
    {
      what: 'sign-in, code in the inbox',
      measured: `${formatFigure(medianMs)} ms`,
      floor,
      ratio,
      target: atMostTimes(ratio, maxTimes.median),
      figures: { medianMs, floorMs },
    },
    {
      what: 'sign-in, slowest code in the inbox',
      measured: `${formatFigure(slowestMs)} ms`,
      floor,
      ratio: slowestRatio,
      target: atMostTimes(slowestRatio, maxTimes.slowest),
      figures: { slowestMs },
    },
  ];
}

/** The median of mails that go to the inbox without the portal. */
async function timeBareMail({ SMTP_URL }: Settings, sandbox: Program): Promise<number> {
  const transport = createTransport(SMTP_URL);
  const timesMs: number[] = [];
  for (let mail = 0; mail < mails; mail++) {
    const to = `bare${mail}@example.net`;
    const message = { from: 'bench@example.com', to, subject: 'Bench', text: 'Bench' };
    timesMs.push(await timeToInbox(sandbox, to, () => transport.sendMail(message)));
  }
  transport.close();
  return median(timesMs);
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
