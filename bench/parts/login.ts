import { setTimeout as sleep } from 'node:timers/promises';
import { apiPath } from '@myaccount/contract/endpoint';
import nodemailer from 'nodemailer';
import { postCall } from '../calls.ts';
import { anyAddress, exchangeCalls } from '../ground/codes.ts';
import { type SignedInCustomer, signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import type { Program } from '../ground/program.ts';
import { median, quantile, runInTurn, runRound } from '../load.ts';
import { compareThroughput } from '../report/comparison.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const signInsPerRound = 3_000;
const mails = 30;
const mostMsToInbox = 2_000;
const pollMs = 5;

/** Signing in: how long the code takes to the inbox, and how many codes are exchanged for sessions a second. */
export async function measureLogin(ground: Ground): Promise<Result[]> {
  const { options } = ground;
  const [site, floor, sandbox] = [await ground.many(), await ground.floor(), await ground.sandbox()];
  const customers = (await signedInCustomers(site)).slice(0, signInsPerRound);
  const { connections } = options;
  const pair = await runInTurn(options.rounds, {
    floor: () =>
      runRound(
        floor,
        customers.map(({ loginId }) => postCall('/login', { loginId })),
        { connections },
      ),
    portal: async () => runRound(site.portal, await exchangeCalls(ground, customers), { connections }),
  });
  return [compareThroughput('sign-in, code exchanged', pair), await measureMail(ground, sandbox, customers)];
}

async function measureMail(
  ground: Ground,
  sandbox: Program,
  customers: readonly SignedInCustomer[],
): Promise<Result> {
  const { portal, settings } = await ground.many();
  const smtp = nodemailer.createTransport(`${settings.SMTP_URL}?pool=true`);
  const [portalMs, floorMs]: [number[], number[]] = [[], []];
  for (const { emailAddress } of customers.slice(0, mails)) {
    const plain = {
      from: 'bench@example.com',
      to: `floor-${emailAddress}`,
      subject: '123456',
      text: '123456',
    };
    floorMs.push(await timeToInbox(sandbox, plain.to, () => smtp.sendMail(plain)));
    const ask = () => requestCode(portal, emailAddress);
    portalMs.push(await timeToInbox(sandbox, emailAddress, ask));
  }
  smtp.close();
  const slowestMs = quantile(
    portalMs.toSorted((a, b) => a - b),
    1,
  );
  const medianMs = median(portalMs);
  return {
    what: 'sign-in, code in the inbox',
    measured: `${shown(medianMs)} ms, slowest ${shown(slowestMs)} ms`,
    floor: `${shown(median(floorMs))} ms`,
    target: atMost(slowestMs, mostMsToInbox, ' ms'),
    figures: { medianMs, slowestMs, floorMs: median(floorMs) },
  };
}

async function requestCode(portal: Program, email: string): Promise<void> {
  const response = await fetch(`${portal.url}${apiPath}/login/otp/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) throw new Error(`The portal sent no code: ${response.status} ${await response.text()}`);
}

/** Milliseconds from asking for a mail until the inbox has one more for the address. */
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
