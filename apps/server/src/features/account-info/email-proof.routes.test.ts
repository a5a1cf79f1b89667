import { addDays } from '@myaccount/contract/calendar';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../platform/business-day.ts';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  openSaver,
  saveCustomer,
  saved,
  saveInfo,
  withCustomer,
} from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { nextNumber } from '../../testing/builders/next-number.ts';
import { forFile } from '../../testing/for-tests.ts';
import { newestCode } from '../../testing/mailed-code.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { listAudit, listMails } from '../../testing/traces.ts';
import { wrongCode } from '../../testing/visitor.ts';

const portal = forFile(() => startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0' }));
beforeEach(() => portal.db.deleteFrom('rate_limit' as never).execute());

const freshAddress = () => `New.Address${nextNumber()}@example.com`;

/** Saves a new address and returns it with the code that was mailed to it. */
async function saveAddress(saver: AccountSaver, address = freshAddress()) {
  const response = await saveCustomer(portal, saver, { emailAddress: address });
  expect([response.statusCode, response.json()]).toEqual([200, saved]);
  return { address, code: await codeTo(address) };
}

const codeTo = (recipient: string, template: 'login-proof' | 'login-code' = 'login-proof') =>
  newestCode(portal, recipient, template);

const call = ({ account, token }: AccountSaver, path = '', more: object = {}) =>
  portal.post(
    `/customer/account/email-proof${path}`,
    { accountNumber: account.accountNumber, ...more },
    token,
  );
const prove = (saver: AccountSaver, otp: string) => call(saver, '/validate', { otp });

async function stateOf(saver: AccountSaver) {
  const { customer, pendingEmailAddress } = await loadInfo(portal, saver);
  const login = await readRow(portal.db, 'login', { id: saver.loginId });
  return { contact: customer.emailAddress, pending: pendingEmailAddress, signIn: login.email_address };
}

describe('a new e-mail address', () => {
  test('[CONTACT-3] waits: until its code is entered, the old one holds everywhere', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const old = saver.info.customer.emailAddress;
    expect(await stateOf(saver)).toEqual({ contact: old, pending: address, signIn: saver.emailAddress });
    const proven = await prove(saver, code);
    expect([proven.statusCode, proven.json()]).toEqual([
      200,
      { status: 200, emailAddress: address, isSignInAddress: true },
    ]);
    expect(await stateOf(saver)).toEqual({ contact: address, pending: null, signIn: address.toLowerCase() });
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
    const signedIn = await portal.post('/login/otp/validate', signIn);
    expect(signedIn.statusCode).toBe(200);
    // A token tells the address of its own sign-in; the next one has the new address.
    expect(decodeJwt(signedIn.json().id_token)).toMatchObject({
      sub: saver.loginId,
      email: address.toLowerCase(),
    });
    expect((await loadInfo(portal, saver)).customer.emailAddress).toBe(address);
  });

  test('[CONTACT-3] replaces only the sign-in address of the login that saved it', async () => {
    const primary = await buildSaver(portal);
    const second = await openSaver(portal, await buildLogin(portal.db, { account: primary.account }));
    const { address, code } = await saveAddress(second);
    const stranger = await prove(primary, code);
    expect(stranger.json().code).toBe('account-info.nothing-waiting');
    expect((await call(primary)).json().code).toBe('account-info.nothing-waiting');
    await prove(second, code);
    expect((await stateOf(primary)).signIn).toBe(primary.emailAddress);
    expect((await stateOf(second)).signIn).toBe(address.toLowerCase());
    expect((await stateOf(primary)).contact).toBe(address);
  });

  test('[CONTACT-3] that another login has becomes the contact only', async () => {
    const [saver, other] = [await buildSaver(portal), await buildLogin(portal.db)];
    const { address, code } = await saveAddress(saver, other.emailAddress);
    expect((await prove(saver, code)).json()).toMatchObject({ isSignInAddress: false });
    expect(await stateOf(saver)).toEqual({ contact: address, pending: null, signIn: saver.emailAddress });
    const actions = (await listAudit(portal, saver)).map(({ action }) => action);
    expect(actions).toEqual(['account-info.waiting-email-changed', 'account-info.email-changed']);
  });

  test('[CONTACT-3] proved twice leaves the login its name in the provider’s files', async () => {
    const saver = await buildSaver(portal);
    for (let change = 0; change < 2; change += 1) {
      expect((await prove(saver, (await saveAddress(saver)).code)).statusCode).toBe(200);
    }
    const login = await readRow(portal.db, 'login', { id: saver.loginId });
    expect(login.import_address).toBe(saver.emailAddress);
  });

  test('[CONTACT-3] that several customers prove at once signs one of them in', async () => {
    const savers = await Promise.all([1, 2, 3, 4, 5].map(() => buildSaver(portal)));
    const address = freshAddress();
    const codes: string[] = [];
    for (const saver of savers) codes.push((await saveAddress(saver, address)).code);
    const proven = await Promise.all(savers.map((saver, index) => prove(saver, codes[index] ?? '')));
    const signsIn = proven.map((each) => each.json().isSignInAddress);
    expect(signsIn.sort()).toEqual([false, false, false, false, true]);
  });

  test('[CONTACT-3] can be cancelled by any primary user, or replaced by another', async () => {
    const saver = await buildSaver(portal);
    const first = await saveAddress(saver);
    const second = await saveAddress(saver);
    expect((await stateOf(saver)).pending).toBe(second.address);
    expect((await prove(saver, first.code)).statusCode).toBe(400);
    const other = await openSaver(portal, await buildLogin(portal.db, { account: saver.account }));
    for (let press = 0; press < 2; press += 1) {
      expect((await call(other, '/cancel')).json()).toEqual({ status: 200 });
    }
    expect((await stateOf(saver)).pending).toBeNull();
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

describe('the days of a pending address', () => {
  /** Moves the clock to a time of a day in the business's time zone, and signs in again. */
  async function openOn(saver: AccountSaver, day: string, time: string): Promise<AccountSaver> {
    portal.clock.advance(Date.parse(`${day}T${time}-05:00`) - portal.clock.now().getTime());
    return await openSaver(portal, saver);
  }
  const daysFrom = (now: Date, days: number) => addDays(dayOf(now, portal.portal.config.timeZone), days);

  test('[CONTACT-3] it can be proved on its last day, with a code that restarts the count of days', async () => {
    const saver = await buildSaver(portal);
    const { address } = await saveAddress(saver);
    const lastDay = daysFrom(portal.clock.now(), 7);
    expect(await loadInfo(portal, saver)).toMatchObject({ pendingEmailUntil: lastDay });
    const late = await openOn(saver, lastDay, '23:58:00');
    expect(late.info).toMatchObject({ pendingEmailAddress: address, pendingEmailUntil: lastDay });
    expect((await call(late)).statusCode).toBe(200);
    expect(await loadInfo(portal, late)).toMatchObject({
      pendingEmailUntil: daysFrom(portal.clock.now(), 7),
    });
    expect((await prove(late, await codeTo(address))).statusCode).toBe(200);
    expect(await loadInfo(portal, late)).toMatchObject({ pendingEmailUntil: null });
  });

  test('[CONTACT-3] a day later nothing waits, and the address can be saved again', async () => {
    const saver = await buildSaver(portal);
    const { address } = await saveAddress(saver);
    const after = await openOn(saver, daysFrom(portal.clock.now(), 8), '00:01:00');
    expect(after.info).toMatchObject({ pendingEmailAddress: null, pendingEmailUntil: null });
    for (const answer of [await call(after), await prove(after, '123456')]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'account-info.nothing-waiting']);
    }
    const again = await saveAddress(after, address);
    expect((await prove(after, again.code)).statusCode).toBe(200);
  });

  test('[CONTACT-3] the same address saved by another login waits for that login', async () => {
    const primary = await buildSaver(portal);
    const login = await buildLogin(portal.db, { account: primary.account });
    const { address } = await saveAddress(primary);
    const second = await openSaver(portal, login);
    const { code } = await saveAddress(second, address);
    expect((await prove(primary, code)).json().code).toBe('account-info.nothing-waiting');
    expect((await prove(second, code)).json()).toMatchObject({
      emailAddress: address,
      isSignInAddress: true,
    });
  });

  test('[CONFIG-2] how many days it waits is a limit', async () => {
    const brief = await startTestPortal({ LIMIT_EMAIL_PROOF_DAYS: '2' });
    const saver = await buildSaver(brief);
    await saveInfo(brief, saver, withCustomer(saver, { emailAddress: freshAddress() }));
    expect(await loadInfo(brief, saver)).toMatchObject({ pendingEmailUntil: '2026-11-26' });
    await brief.close();
  });
});

describe('of two changes at the same moment', () => {
  const isWaitingForLock = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      portal.db,
    );
    return rows.length > 0;
  };

  /** Has a call read what waits, and changes that before the call gets the account's lock. */
  async function overtake(
    { account }: AccountSaver,
    start: () => ReturnType<typeof call>,
    values: { email_address: string } | { challenge_hash: Buffer },
  ) {
    const started = await portal.db.transaction().execute(async (trx) => {
      await trx.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute();
      const answer = start();
      await expect.poll(isWaitingForLock).toBe(true);
      await trx.updateTable('email_change').set(values).where('account_id', '=', account.id).execute();
      return [answer];
    });
    return (await Promise.all(started))[0];
  }

  test('[CONTACT-3] a code does not prove an address whose code was replaced meanwhile', async () => {
    const saver = await buildSaver(portal);
    const { code } = await saveAddress(saver);
    const replaced = { challenge_hash: Buffer.from('another') };
    const answer = await overtake(saver, () => prove(saver, code), replaced);
    expect(answer?.json().code).toBe('account-info.nothing-waiting');
    expect((await stateOf(saver)).contact).toBe(saver.info.customer.emailAddress);
  });

  test('[CONTACT-3] another code is not sent to an address that was replaced meanwhile', async () => {
    const saver = await buildSaver(portal);
    const { address, code } = await saveAddress(saver);
    const answer = await overtake(saver, () => call(saver), { email_address: freshAddress() });
    expect(answer?.json().code).toBe('account-info.nothing-waiting');
    expect(await codeTo(address)).toBe(code);
  });
});

describe('guesses and limits', () => {
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
    await prove(saver, wrongCode(code));
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

test('[NOTICE-1] the previous contact and sign-in address are notified of the request and the change, without the new address', async () => {
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
