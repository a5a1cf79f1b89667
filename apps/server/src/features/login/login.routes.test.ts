import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { readCounts } from '../../testing/counts.ts';
import { forFile } from '../../testing/for-tests.ts';
import { mailedCode } from '../../testing/mailed-code.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { startTestPortal } from '../../testing/portal.ts';

const minute = 60_000;
const portal = forFile(() =>
  startPayingPortal({
    LOGIN_SECONDS_BETWEEN_CODES: '0',
    LOGIN_CODES_PER_ADDRESS: '1000',
    LOGIN_CODES_PER_CLIENT: '1000',
    LOGIN_TRIES_PER_CLIENT: '10000',
  }),
);

const send = (email: unknown) => portal.post('/login/otp/send', { email });
const validate = (email: string, otp: string) => portal.post('/login/otp/validate', { email, otp });

function claimsOf(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
}

describe('requesting a code', () => {
  test('[LOGIN-3] mails six digits in the customer’s language, as text and HTML, with the time', async () => {
    const account = await buildAccount(portal.db, { customer: { language: 'es' } });
    const login = await buildLogin(portal.db, { account });
    const code = await mailedCode(portal, login.emailAddress);
    const [mail] = await portal.sandbox.messages(login.emailAddress);
    expect(mail?.subject).toMatch(new RegExp(`^${code} es su código para iniciar sesión en`));
    expect(mail?.html).toContain(code);
    expect(mail?.text).toContain('12:00 p.m.');
  });

  test('[LOGIN-3] of several customers, the first primary account by number decides the language', async () => {
    const [first, second, third] = [
      await buildAccount(portal.db, { customer: { language: 'en' } }),
      await buildAccount(portal.db, { customer: { language: 'es' } }),
      await buildAccount(portal.db, { customer: { language: 'en' } }),
    ];
    const { loginId, emailAddress } = await buildLogin(portal.db, { account: third });
    await allowAccount(portal.db, loginId, second);
    await allowAccount(portal.db, loginId, first, 'member');
    await mailedCode(portal, emailAddress);
    const [mail] = await portal.sandbox.messages(emailAddress);
    expect(mail?.subject).toContain('es su código');
  });

  test('[CONFIG-2] the code has the set number of digits, and the mail promises no more time than it works', async () => {
    const limited = await startTestPortal({
      ...portal.sandbox.settings,
      LIMIT_CODE_DIGITS: '8',
      LIMIT_CODE_SECONDS: '179',
    });
    const { emailAddress: email } = await buildLogin(limited.db);
    await limited.post('/login/otp/send', { email });
    await expect.poll(async () => (await portal.sandbox.messages(email)).length).toBe(1);
    const [mail] = await portal.sandbox.messages(email);
    expect(mail?.text).toContain('Code valid until 12:02 PM EST');
    const otp = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0];
    expect((await limited.post('/login/otp/validate', { email, otp })).statusCode).toBe(200);
    await limited.close();
  });

  test('[LOGIN-2] refuses an unknown address at its field and mails nothing', async () => {
    const response = await send('nobody@example.com');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'login.unknown-email', errors: [{ field: 'email' }] });
    expect(await portal.sandbox.messages('nobody@example.com')).toEqual([]);
  });

  test.each([undefined, '', 'a@b', 'a b@example.com', 'a@example.com\r\nBcc: x@example.com', ['a@b.co']])(
    '[LOGIN-2] %j is no address: no code without one',
    async (email) => {
      const response = await send(email);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors[0].field).toBe('email');
    },
  );
});

describe('using a code', () => {
  test('[LOGIN-6, API-24] the right code opens a session and returns signed claims with every account', async () => {
    const login = await buildLogin(portal.db);
    const second = await buildAccount(portal.db);
    await allowAccount(portal.db, login.loginId, second, 'member');
    const response = await validate(
      login.emailAddress.toUpperCase(),
      await mailedCode(portal, login.emailAddress),
    );
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 28_800 });
    expect(claimsOf(body.id_token)).toMatchObject({
      email: login.emailAddress,
      email_verified: true,
      given_name: 'Ana',
      accounts: [
        {
          account_id: login.account.accountNumber,
          customer_id: login.account.customerNumber,
          billing_account_id: login.account.id,
        },
        {
          account_id: second.accountNumber,
          customer_id: second.customerNumber,
          billing_account_id: second.id,
        },
      ],
    });
    const info = { CustomerID: login.account.customerNumber, AccountNumber: login.account.accountNumber };
    expect((await portal.get('/customer/info', info, body.access_token)).statusCode).toBe(200);
  });

  test('[LOGIN-6] signs the claims with a published key', async () => {
    const login = await buildLogin(portal.db);
    const { id_token: idToken } = (
      await validate(login.emailAddress, await mailedCode(portal, login.emailAddress))
    ).json();
    const keys = (await portal.inject({ url: '/myaccount/.well-known/jwks.json' })).json().keys;
    expect(keys[0]).not.toHaveProperty('d');
    const [header, claims, signature] = idToken.split('.');
    const key = { key: createPublicKey({ key: keys[0], format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
  });

  test('[LOGIN-4] refuses a wrong or malformed code at its field and counts a failure', async () => {
    const login = await buildLogin(portal.db);
    const code = await mailedCode(portal, login.emailAddress);
    const wrong = code === '000000' ? '000001' : '000000';
    const failures = async () => (await readCounts(portal.portal)).login.failure;
    const before = await failures();
    for (const otp of [wrong, '12345', 'abcdef', '1234567', '']) {
      const response = await validate(login.emailAddress, otp);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'login.invalid-code', errors: [{ field: 'otp' }] });
    }
    expect(await failures()).toBe(before + 5);
  });

  test('[LOGIN-9] a code expires after 300 seconds', async () => {
    const login = await buildLogin(portal.db);
    const code = await mailedCode(portal, login.emailAddress);
    portal.clock.advance(5 * minute);
    expect((await validate(login.emailAddress, code)).statusCode).toBe(400);
  });

  test('[LOGIN-9] of 32 validations at once, one succeeds', async () => {
    const login = await buildLogin(portal.db);
    const code = await mailedCode(portal, login.emailAddress);
    const responses = await Promise.all(Array.from({ length: 32 }, () => validate(login.emailAddress, code)));
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
  });
});
