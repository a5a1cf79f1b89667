import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  listAudit,
  listMails,
  loadInfo,
  openSaver,
  saved,
  saveInfo,
  withCustomer,
} from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { nextNumber } from '../../testing/builders/next-number.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0' });
});
beforeEach(() => portal.db.deleteFrom('rate_limit' as never).execute());
afterAll(() => portal.close());

const freshAddress = () => `New.Address${nextNumber()}@example.com`;

/** Saves a new address and returns it with the code that was mailed to it. */
async function saveAddress(saver: AccountSaver, address = freshAddress()) {
  const body = withCustomer({ info: await loadInfo(portal, saver) }, { emailAddress: address });
  const response = await saveInfo(portal, saver, body);
  expect([response.statusCode, response.json()]).toEqual([200, saved]);
  return { address, code: await codeTo(address) };
}

/** Returns the newest code mailed to an address. */
async function codeTo(recipient: string, template = 'login-proof'): Promise<string> {
  const row = await portal.db
    .selectFrom('outbox')
    .select(['payload_sealed', 'payload_key_id'])
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const sealed = { bytes: row.payload_sealed as Buffer, keyId: row.payload_key_id as string };
  return JSON.parse(portal.portal.secrets.open(sealed, 'outbox.payload')).secret;
}

const call = ({ account, token }: AccountSaver, path = '', more: object = {}) =>
  portal.post(
    `/customer/account/email-proof${path}`,
    { accountNumber: account.accountNumber, ...more },
    token,
  );
const prove = (saver: AccountSaver, otp: string) => call(saver, '/validate', { otp });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function stateOf(saver: AccountSaver) {
  const { customer, pendingEmailAddress } = await loadInfo(portal, saver);
  const login = await portal.db
    .selectFrom('login')
    .select(['email_address', 'import_address'])
    .where('id', '=', saver.loginId)
    .executeTakeFirstOrThrow();
  return { contact: customer.emailAddress, waiting: pendingEmailAddress, signIn: login.email_address };
}

describe('a new e-mail address', () => {
  test('[CONTACT-3] waits: until its code is entered, the old one holds everywhere', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const old = saver.info.customer.emailAddress;
    expect(await stateOf(saver)).toEqual({ contact: old, waiting: address, signIn: saver.emailAddress });
    const proven = await prove(saver, code);
    expect([proven.statusCode, proven.json()]).toEqual([
      200,
      { status: 200, emailAddress: address, isSignInAddress: true },
    ]);
    expect(await stateOf(saver)).toEqual({ contact: address, waiting: null, signIn: address.toLowerCase() });
    const used = await prove(saver, code);
    expect([used.statusCode, used.json().code]).toEqual([409, 'account-info.nothing-waiting']);
  });

  test('[CONTACT-3] can be used to sign in at once, and the old one no longer, not even with a code sent before', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const sent = await portal.post('/login/otp/send', { email: saver.emailAddress });
    const otp = await codeTo(saver.emailAddress, 'login-code');
    await prove(saver, code);
    const { challenge } = sent.json();
    const old = { email: saver.emailAddress, otp, challenge };
    expect((await portal.post('/login/otp/validate', old)).statusCode).toBe(400);
    expect((await portal.post('/login/otp/send', { email: saver.emailAddress })).statusCode).toBe(400);
    const resent = await portal.post('/login/otp/send', { email: address });
    const signIn = {
      email: address,
      otp: await codeTo(address.toLowerCase(), 'login-code'),
      challenge: resent.json().challenge,
    };
    expect((await portal.post('/login/otp/validate', signIn)).statusCode).toBe(200);
  });

  test('[CONTACT-3] replaces only the sign-in address of the login that saved it', async () => {
    const primary = await buildSaver(portal);
    const member = await openSaver(
      portal,
      await buildLogin(portal.db, { account: primary.account, role: 'member' }),
    );
    const { address, code } = await saveAddress(member);
    const stranger = await prove(primary, code);
    expect(stranger.json().code).toBe('account-info.nothing-waiting');
    expect((await call(primary)).json().code).toBe('account-info.nothing-waiting');
    await prove(member, code);
    expect((await stateOf(primary)).signIn).toBe(primary.emailAddress);
    expect((await stateOf(member)).signIn).toBe(address.toLowerCase());
    expect((await stateOf(primary)).contact).toBe(address);
  });

  test('[CONTACT-3] that another login has becomes the contact only', async () => {
    const [saver, other] = [await buildSaver(portal), await buildLogin(portal.db)];
    const { address, code } = await saveAddress(saver, other.emailAddress);
    expect((await prove(saver, code)).json()).toMatchObject({ isSignInAddress: false });
    expect(await stateOf(saver)).toEqual({ contact: address, waiting: null, signIn: saver.emailAddress });
    const actions = (await listAudit(portal, saver)).map(({ action }) => action);
    expect(actions).toEqual(['account-info.waiting-email-changed', 'account-info.email-changed']);
  });

  test('[CONTACT-3] that several customers prove at once signs one of them in', async () => {
    const savers = await Promise.all([1, 2, 3, 4, 5].map(() => buildSaver(portal)));
    const address = freshAddress();
    const codes: string[] = [];
    for (const saver of savers) codes.push((await saveAddress(saver, address)).code);
    const proven = await Promise.all(savers.map((saver, index) => prove(saver, codes[index] ?? '')));
    expect(proven.map((each) => each.json().isSignInAddress).sort()).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test('[CONTACT-3] can be cancelled by whoever may use the account, or replaced by another', async () => {
    const saver = await buildSaver(portal);
    const first = await saveAddress(saver);
    const second = await saveAddress(saver);
    expect((await stateOf(saver)).waiting).toBe(second.address);
    expect((await prove(saver, first.code)).statusCode).toBe(400);
    const member = await openSaver(
      portal,
      await buildLogin(portal.db, { account: saver.account, role: 'member' }),
    );
    for (let press = 0; press < 2; press += 1) {
      expect((await call(member, '/cancel')).json()).toEqual({ status: 200 });
    }
    expect((await stateOf(saver)).waiting).toBeNull();
    expect((await prove(saver, second.code)).json().code).toBe('account-info.nothing-waiting');
    const actions = (await listAudit(portal, saver)).map(({ action }) => action);
    expect(actions.filter((action) => action.endsWith('cancelled'))).toHaveLength(1);
  });

  test('[CONTACT-3] that waits already is not mailed a second code by another save', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const again = await saveAddress(saver, address.toUpperCase()).catch(() => undefined);
    expect(again).toBeUndefined();
    expect((await prove(saver, code)).statusCode).toBe(200);
  });

  test('[CONTACT-3] gets another code on request, which replaces the one before', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const resent = await call(saver);
    expect(resent.json()).toEqual({ status: 200, expiresAt: '2026-11-24T17:05:00.000Z' });
    const newCode = await codeTo(address);
    if (newCode !== code) expect((await prove(saver, code)).json().code).toBe('login.invalid-code');
    expect((await prove(saver, newCode)).statusCode).toBe(200);
  });
});

describe('guesses and limits', () => {
  test('[CONTACT-3] wrong codes run out, then the right one fails too', async () => {
    const saver = await buildSaver(portal);
    const { code } = await saveAddress(saver);
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await prove(saver, wrongOf(code));
      expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'login.invalid-code']);
    }
    expect((await prove(saver, code)).statusCode).toBe(400);
    expect((await stateOf(saver)).signIn).toBe(saver.emailAddress);
  });

  test('[CONTACT-3] a code works for its time, once, of calls at the same moment too', async () => {
    const saver = await buildSaver(portal);
    const { code } = await saveAddress(saver);
    portal.clock.advance(301_000);
    expect((await prove(saver, code)).json().code).toBe('login.expired-code');
    const second = await saveAddress(await openSaver(portal, saver));
    const answers = await Promise.all([1, 2, 3].map(() => prove(saver, second.code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('[CONTACT-3] codes to new addresses are limited, and a refused save leaves nothing', async () => {
    const saver = await buildSaver(portal);
    for (let round = 0; round < 5; round += 1) {
      await call(saver, '/cancel');
      await saveAddress(saver, 'same@example.com');
    }
    await call(saver, '/cancel');
    const before = await loadInfo(portal, saver);
    const body = withCustomer(
      { info: before },
      { emailAddress: 'same@example.com', phoneNumber: '6145550133' },
    );
    const refused = await saveInfo(portal, saver, body);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'login.too-many-codes']);
    expect(await loadInfo(portal, saver)).toEqual(before);
  });

  test('[CONTACT-3] mails to one new address are capped for all customers together', async () => {
    const capped = await startTestPortal({ LOGIN_MAILS_PER_ADDRESS: '2' });
    const statuses: number[] = [];
    for (const emailAddress of ['Same@example.com', 'same@example.com', 'SAME@example.com']) {
      const saver = await buildSaver(capped);
      statuses.push((await saveInfo(capped, saver, withCustomer(saver, { emailAddress }))).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
    await capped.close();
  });

  test('[CONTACT-3] a right code takes the wrong ones before it back', async () => {
    const saver = await buildSaver(portal);
    const { code } = await saveAddress(saver);
    const failures = async () => {
      const row = await portal.db
        .selectFrom('login_throttle as t')
        .innerJoin('login_challenge as c', 'c.address_hmac', 't.address_hmac')
        .select('t.failures')
        .where('c.login_id', '=', saver.loginId)
        .executeTakeFirstOrThrow();
      return row.failures;
    };
    await prove(saver, wrongOf(code));
    expect(await failures()).toBe(1);
    expect((await prove(saver, code)).statusCode).toBe(200);
    expect(await failures()).toBe(0);
  });

  test('[CONTACT-3] a proof’s code does not sign in, and a sign-in code proves nothing', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    expect((await portal.post('/login/otp/validate', { email: address, otp: code })).statusCode).toBe(400);
    const subject = `proof:${saver.account.id}:${address.toLowerCase()}`;
    expect((await portal.post('/login/otp/validate', { email: subject, otp: code })).statusCode).toBe(400);
    await portal.post('/login/otp/send', { email: saver.emailAddress });
    const signIn = await codeTo(saver.emailAddress, 'login-code');
    if (signIn !== code) expect((await prove(saver, signIn)).statusCode).toBe(400);
  });
});

test('[NOTICE-1] the contact and the sign-in address until then are told of the request and of the change, without the new address', async () => {
  const saver = await buildSaver(portal);
  const { address, code } = await saveAddress(saver);
  await prove(saver, code);
  const mails = await listMails(portal, saver);
  const old = [saver.info.customer.emailAddress, saver.emailAddress];
  expect(mails.map(({ recipient }) => recipient)).toEqual([...old, ...old]);
  const parts = mails.map(({ payload }) => (payload as { parts: string[] }).parts);
  expect(parts).toEqual([['waiting-email'], ['waiting-email'], ['email', 'sign-in'], ['email', 'sign-in']]);
  expect(JSON.stringify([mails, await listAudit(portal, saver)]).toLowerCase()).not.toContain(
    address.toLowerCase(),
  );
});
