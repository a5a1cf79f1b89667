import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSaver } from '../apps/server/src/testing/account-saver.ts';
import { buildEnrolled } from '../apps/server/src/testing/autopay.ts';
import { buildLogin } from '../apps/server/src/testing/builders/login.ts';
import { busyMailServer } from '../apps/server/src/testing/busy-mail-server.ts';
import { forFile } from '../apps/server/src/testing/for-tests.ts';
import { apply, buildApplicant } from '../apps/server/src/testing/hero-applicants.ts';
import { requestChange } from '../apps/server/src/testing/lost-login.ts';
import { startPayingPortal } from '../apps/server/src/testing/paying-portal.ts';
import { runJobs } from '../apps/server/src/testing/portal.ts';
import { newestStopUrl, restoreInPlace } from '../apps/server/src/testing/restored-portal.ts';
import {
  buildReader,
  deliverTo,
  postHook,
  queueNotification,
  reply,
  textsOf,
} from '../apps/server/src/testing/text-readers.ts';
import { failAsStrangers, mailedSecret, newVisitor } from '../apps/server/src/testing/visitor.ts';
import { book, planVisit, progressVisit, readVisit } from '../apps/server/src/testing/visits.ts';
import { contract } from './contract.ts';
import { DistributionCheck, type Exemption } from './distribution.ts';
import { nameOf } from './endpoint-rows.ts';

// Who makes these calls is not signed in: the first statement finds the account, by an address, a secret, or an event
// (decision 32).

const exemptions: readonly Exemption[] = [
  { by: 'GET /appointment/schedules', part: 'insert into slot', why: 'counts the visits of an area' },
  { by: 'hooks/verify-pass', part: '"email_address" in ($1)', why: 'finds who applied with an address' },
  {
    by: 'hooks/sms/status',
    part: 'from "text_message" where "id" = $1',
    why: 'finds the text of a callback',
  },
];

let check: DistributionCheck;
const portal = forFile(async () =>
  startPayingPortal({
    TRUST_PROXY: '127.0.0.1',
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_FAILURES_PER_ADDRESS: '5',
    // Mails stay in the outbox, where their secrets can be read.
    SMTP_URL: await busyMailServer(),
  }),
);
beforeAll(async () => {
  check = new DistributionCheck(portal.ownerUrl, exemptions);
  await check.open();
});
afterAll(async () => {
  await check.close();
});

/** Signs a new customer's browser in, by a link once strangers have used up all guesses. Returns what it calls next. */
async function signingIn(method: 'code' | 'link') {
  const { emailAddress } = await buildLogin(portal.db);
  if (method === 'link') await failAsStrangers(portal, emailAddress, 5);
  const visitor = newVisitor(portal, '192.0.2.1');
  const send = async () => expect((await visitor.send(emailAddress)).json().method).toBe(method);
  const prove = async () => {
    const secret = await mailedSecret(portal, emailAddress);
    return method === 'link' ? await visitor.openLink(secret) : await visitor.validate(emailAddress, secret);
  };
  return { send, prove };
}

async function visitWithTimes() {
  const visit = await planVisit(portal, portal.sandbox);
  const { result } = await readVisit(portal, visit.token);
  return { visit, time: result[0].Slots[0] };
}

/** A payer whose automatic charge waits for its notice. Returns the token of its link. */
async function heldCharge(): Promise<string> {
  const payer = await buildEnrolled(portal, { dueOn: '2026-11-24' });
  await restoreInPlace(portal);
  await runJobs(portal, 'charge-notices.send');
  const url = await newestStopUrl(portal, payer);
  return url.split('/').at(-1) ?? '';
}

/** A change of a sign-in address that waits. Returns the token of its link. */
async function waitingChange(): Promise<string> {
  const saver = await buildSaver(portal);
  return await requestChange(portal, saver, `new-${saver.emailAddress}`);
}

async function sentText() {
  const reader = await buildReader(portal);
  await queueNotification(portal, reader);
  await deliverTo(portal, reader);
  const [text] = await textsOf(portal, reader);
  return { reader, text };
}

/** Each call that needs no session: prepares what it is about, and returns what makes it. */
const calls: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'POST /login/otp/send': async () => {
    const [code, link] = [await signingIn('code'), await signingIn('link')];
    return async () => {
      await code.send();
      await link.send();
      await newVisitor(portal, '192.0.2.2').send('nobody@example.com');
    };
  },
  'POST /login/otp/validate': async () => {
    const { send, prove } = await signingIn('code');
    await send();
    return async () => expect((await prove()).statusCode).toBe(200);
  },
  'POST /login/link/validate': async () => {
    const { send, prove } = await signingIn('link');
    await send();
    return async () => expect((await prove()).statusCode).toBe(200);
  },
  'GET /appointment/schedules': async () => {
    const { token } = await planVisit(portal, portal.sandbox);
    return async () => expect(await readVisit(portal, token)).toMatchObject({ statusCode: '00' });
  },
  'GET /appointment/schedule': async () => {
    const { visit, time } = await visitWithTimes();
    return async () => expect((await book(portal, visit.token, time)).json()).toEqual({ statusCode: '00' });
  },
  'GET /charge-notice': async () => {
    const Token = await heldCharge();
    return async () => expect((await portal.get('/charge-notice', { Token })).statusCode).toBe(200);
  },
  'POST /charge-notice/stop': async () => {
    const token = await heldCharge();
    return async () => expect((await portal.post('/charge-notice/stop', { token })).statusCode).toBe(200);
  },
  'GET /calendar-feed': async () => {
    const { account, token } = await buildSaver(portal);
    const body = { accountNumber: account.accountNumber };
    const { address } = (await portal.post('/calendar-feed', body, token)).json();
    const Token = new URL(address).searchParams.get('Token') ?? '';
    return async () => expect((await portal.get('/calendar-feed', { Token })).statusCode).toBe(200);
  },
  'GET /login/change': async () => {
    const Token = await waitingChange();
    return async () => expect((await portal.get('/login/change', { Token })).statusCode).toBe(200);
  },
  'POST /login/change/stop': async () => {
    const token = await waitingChange();
    return async () => expect((await portal.post('/login/change/stop', { token })).statusCode).toBe(200);
  },
  'hooks/field-service': async () => {
    const visit = await planVisit(portal, portal.sandbox);
    return async () => expect(await progressVisit(portal, portal.sandbox, visit, 'Dispatch')).toBe('applied');
  },
  'hooks/verify-pass': async () => {
    const applicant = await buildApplicant(portal);
    await apply(portal, applicant);
    const time = portal.clock.now().toISOString().slice(0, 19).replace('T', ' ');
    const row = { email: applicant.address, time, group_short: 'mil', widget_key: 'test-widget' };
    return async () => {
      const headers = { 'x-vfyps-key': 'test-eligibility-key' };
      const url = '/myaccount/hooks/verify-pass';
      const response = await portal.inject({ method: 'POST', url, headers, payload: { data: [row] } });
      expect(response.json()).toEqual({ received: 1 });
    };
  },
  'hooks/sms/status': async () => {
    const { text } = await sentText();
    const fields = { MessageSid: text?.provider_id ?? '', MessageStatus: 'delivered' };
    return async () =>
      expect((await postHook(portal, `status?text=${text?.id}`, fields)).statusCode).toBe(204);
  },
  'hooks/sms/incoming': async () => {
    const { reader } = await sentText();
    return async () => {
      for (const body of ['STOP', 'START']) expect((await reply(portal, reader, body)).statusCode).toBe(200);
    };
  },
};

test.each(contract.filter(({ isPublic }) => isPublic).map(nameOf))(
  '[API-25] %s is among the calls',
  (name) => {
    expect(Object.keys(calls)).toContain(name);
  },
);

test.each(Object.entries(calls))(
  '[API-25] %s names the account once it has found it',
  async (name, prepare) => {
    const call = await prepare();
    expect(await check.watch(name, call)).toEqual([]);
  },
);

test('[API-25] no exemption is left over', () => {
  expect(check.unused()).toEqual([]);
});
