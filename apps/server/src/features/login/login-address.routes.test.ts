import { invisibleCharacters } from '@myaccount/contract/testing/email-addresses';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSaver, loadInfo, saveCustomer, saved } from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { nextNumber } from '../../testing/builders/next-number.ts';
import { forFile } from '../../testing/for-tests.ts';
import { newestCode } from '../../testing/mailed-code.ts';
import { startTestPortal, testSettings } from '../../testing/portal.ts';
import { readRow } from '../../testing/rows.ts';
import { runOps } from '../../testing/run-ops.ts';
import { newVisitor } from '../../testing/visitor.ts';

const portal = forFile(() =>
  startTestPortal({
    TRUST_PROXY: '127.0.0.1',
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_CODES_PER_ADDRESS: '3',
    MAIL_SMTPUTF8: 'true',
  }),
);
beforeEach(() => portal.db.deleteFrom('rate_limit' as never).execute());

/** Requests a code as `typed`, which is mailed to `stored`, and signs in as `entered`. Returns whose session it opens. */
async function signsIn(typed: string, stored: string, entered = typed): Promise<string> {
  const visitor = newVisitor(portal, `203.0.113.${nextNumber() % 250}`);
  const sent = await visitor.send(typed);
  expect([typed, sent.statusCode]).toEqual([typed, 200]);
  const response = await visitor.validate(entered, await newestCode(portal, stored, 'login-code'));
  expect([entered, response.statusCode]).toEqual([entered, 200]);
  return JSON.parse(Buffer.from(response.json().id_token.split('.')[1], 'base64url').toString()).sub;
}

/** Four spellings of one address, and the form in which it is stored from now on. */
function spellings() {
  const name = `pat${nextNumber()}`;
  const stored = `${name}@xn--mller-kva.example`;
  const own = `${name}@müller.example`;
  return { stored, own, all: [own, stored, own.toUpperCase(), ` ${name}@mu\u0308ller。example`] };
}

describe('an internationalized domain', () => {
  test('[CONTACT-1] signs one login in, in every spelling, with a code that was requested in another', async () => {
    const { stored, own, all } = spellings();
    const { loginId } = await buildLogin(portal.db, { emailAddress: stored });
    for (const spelling of all) {
      expect(await signsIn(spelling, stored)).toBe(loginId);
      await portal.db.deleteFrom('rate_limit' as never).execute();
    }
    expect(await signsIn(own, stored, stored)).toBe(loginId);
  });

  test('[CONTACT-1] that was stored in its own letters signs in as before, and in its ASCII form', async () => {
    const { own, all } = spellings();
    const { loginId } = await buildLogin(portal.db, { emailAddress: own });
    for (const spelling of all) {
      expect(await signsIn(spelling, own)).toBe(loginId);
      await portal.db.deleteFrom('rate_limit' as never).execute();
    }
  });

  test('[CONTACT-1] of two logins that would be one by now, each signs in by the spelling that is stored', async () => {
    const { own, stored } = spellings();
    const [first, second] = [
      await buildLogin(portal.db, { emailAddress: own }),
      await buildLogin(portal.db, { emailAddress: stored }),
    ];
    expect(await signsIn(own, own)).toBe(first.loginId);
    expect(await signsIn(stored, stored)).toBe(second.loginId);
    // The commands run by the real clock.
    portal.clock.set(new Date());
    const tokens = [await portal.signIn(own), await portal.signIn(stored)];
    expect(await runOpsOf('end-sessions', own)).toContain('Sessions ended: ');
    const statuses = tokens.map(async (token) => (await portal.get('/accounts', {}, token)).statusCode);
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });

  test('[CONTACT-3] that another login has in its other spelling becomes the contact only', async () => {
    const { own, stored } = spellings();
    await buildLogin(portal.db, { emailAddress: own });
    const saver = await buildSaver(portal);
    await saveCustomer(portal, saver, { emailAddress: stored });
    const otp = await newestCode(portal, stored, 'login-proof');
    const body = { accountNumber: saver.account.accountNumber, otp };
    const proven = await portal.post('/customer/account/email-proof/validate', body, saver.token);
    expect(proven.json()).toEqual({ status: 200, emailAddress: own, isSignInAddress: false });
  });

  test('[LOGIN-9, CONTACT-1] has one budget of codes, however it is spelled', async () => {
    const { own, stored, all } = spellings();
    await buildLogin(portal.db, { emailAddress: stored });
    const visitor = newVisitor(portal, '203.0.113.251');
    const answers = [];
    for (const spelling of [...all, own]) answers.push((await visitor.send(spelling)).statusCode);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    expect(await runOpsOf('unlock-login', own)).toContain('Unlocked');
    expect((await visitor.send(stored)).statusCode).toBe(200);
  });
});

describe('letters before the @', () => {
  test('[CONTACT-1] that are not ASCII are never one with others', async () => {
    const name = `é${nextNumber()}`;
    const { loginId } = await buildLogin(portal.db, { emailAddress: `${name}@example.com` });
    expect(await signsIn(`${name}@EXAMPLE.com`, `${name}@example.com`)).toBe(loginId);
    const fullWidth = `ｅ\u0301${name.slice(1)}@example.com`;
    expect((await newVisitor(portal, '203.0.113.252').send(fullWidth)).statusCode).toBe(400);
  });

  test('[CONTACT-1] that were stored in lower case sign in as they were typed before', async () => {
    const number = nextNumber();
    const stored = `ñandú${number}@example.com`;
    const { loginId } = await buildLogin(portal.db, { emailAddress: stored });
    expect(await signsIn(`ÑANDÚ${number}@example.com`, stored)).toBe(loginId);
  });

  test('[CONTACT-3] an address in capitals that are not ASCII is proved and signs in', async () => {
    const saver = await buildSaver(portal);
    const address = `ÑANDÚ${nextNumber()}@MÜLLER.example`;
    const stored = address.replace('MÜLLER.example', 'xn--mller-kva.example');
    expect((await saveCustomer(portal, saver, { emailAddress: address })).json()).toEqual(saved);
    const shown = address.replace('MÜLLER', 'müller');
    expect((await loadInfo(portal, saver)).pendingEmailAddress).toBe(shown);
    const body = {
      accountNumber: saver.account.accountNumber,
      otp: await newestCode(portal, stored, 'login-proof'),
    };
    const proven = await portal.post('/customer/account/email-proof/validate', body, saver.token);
    expect([proven.statusCode, proven.json().emailAddress]).toEqual([200, shown]);
    expect((await loadInfo(portal, saver)).customer.emailAddress).toBe(shown);
    const login = await readRow(portal.db, 'login', { id: saver.loginId });
    expect(login.email_address).toBe(stored.replace('AND', 'and'));
    expect(await signsIn(address, login.email_address)).toBe(saver.loginId);
  });
});

describe('a character that nobody sees', () => {
  test.each(invisibleCharacters.map((character) => [character]))(
    '[CONTACT-1] %j is refused in a call, at its field',
    async (character) => {
      const { emailAddress } = await buildLogin(portal.db);
      const [name, domain] = emailAddress.split('@');
      const visitor = newVisitor(portal, '203.0.113.253');
      for (const email of [`${name}${character}@${domain}`, `${name}@exa${character}mple.com`]) {
        const sent = await visitor.send(email);
        const refused = [{ field: 'email', code: 'characters' }];
        expect([sent.statusCode, sent.json().errors]).toEqual([400, refused]);
        expect((await visitor.validate(email, '123456')).json().errors).toEqual(refused);
      }
    },
  );
});

/** Runs a command about a login like an operator. */
async function runOpsOf(command: string, address: string): Promise<string> {
  const { out, err } = await runOps(testSettings(portal.portal.config.databaseUrl), [
    command,
    address,
    '--by',
    'Kim',
  ]);
  return out + err;
}
