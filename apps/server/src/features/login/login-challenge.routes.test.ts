import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import {
  countFailures,
  failAsStrangers,
  mailedSecret,
  newVisitor,
  wrongCode,
} from '../../testing/visitor.ts';

const settings = {
  TRUST_PROXY: '127.0.0.1',
  LOGIN_SECONDS_BETWEEN_CODES: '0',
  LOGIN_TRIES_PER_CLIENT: '100',
};
const portal = forFile(() => startTestPortal(settings));
const hiding = forFile(() => startTestPortal({ ...settings, LOGIN_REVEAL_UNKNOWN_EMAIL: 'false' }));

const seconds = (count: number) => portal.clock.advance(count * 1_000);

describe('a challenge', () => {
  test('[SIGNIN-1] a stranger neither replaces nor burns the code of the owner, both at once', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const owner = newVisitor(portal, '192.0.2.1');
    await owner.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    const strangers = Array.from({ length: 4 }, (_, index) => newVisitor(portal, `203.0.113.${index}`));
    await Promise.all(strangers.map((stranger) => stranger.send(emailAddress)));
    const guesses = strangers.flatMap((stranger) =>
      Array.from({ length: 16 }, (_, guess) => stranger.validate(emailAddress, wrongCode(code, guess + 1))),
    );
    const [right, ...wrong] = await Promise.all([owner.validate(emailAddress, code), ...guesses]);
    expect(wrong.map(({ statusCode }) => statusCode)).not.toContain(200);
    expect(right?.statusCode).toBe(200);
  });

  test('[SIGNIN-1] the code of one challenge is refused with another', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const [owner, other] = [newVisitor(portal, '192.0.2.2'), newVisitor(portal, '192.0.2.3')];
    await owner.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    await other.send(emailAddress);
    if ((await mailedSecret(portal, emailAddress)) !== code) {
      expect((await other.validate(emailAddress, code)).statusCode).toBe(400);
    }
    other.challenge = 'none';
    expect((await other.validate(emailAddress, code)).statusCode).toBe(400);
    expect((await owner.validate(emailAddress, code)).statusCode).toBe(200);
  });

  test('[SIGNIN-1] a challenge signs in only to the address that it was requested for', async () => {
    const [own, foreign] = [await buildLogin(portal.db), await buildLogin(portal.db)];
    const visitor = newVisitor(portal, '192.0.2.4');
    await visitor.send(own.emailAddress);
    const code = await mailedSecret(portal, own.emailAddress);
    expect((await visitor.validate(foreign.emailAddress, code)).statusCode).toBe(400);
    const first = visitor.challenge;
    await visitor.send(foreign.emailAddress);
    expect(visitor.challenge).not.toBe(first);
  });

  test('[LOGIN-9] a code takes five tries, with its challenge and without; who has it keeps five', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const [owner, other] = [newVisitor(portal, '192.0.2.50'), newVisitor(portal, '192.0.2.51')];
    await owner.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    for (let guess = 1; guess <= 3; guess += 1) await owner.validate(emailAddress, wrongCode(code, guess));
    for (let guess = 4; guess <= 5; guess += 1) await other.validate(emailAddress, wrongCode(code, guess));
    expect((await other.validate(emailAddress, code)).statusCode, 'the sixth try').toBe(400);
    expect((await owner.validate(emailAddress, code)).statusCode).toBe(200);
  });

  test('[LOGIN-9] a new code of the same challenge replaces the previous one', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.5');
    await visitor.send(emailAddress);
    const [challenge, first] = [visitor.challenge, await mailedSecret(portal, emailAddress)];
    for (let guess = 1; guess <= 5; guess += 1) await visitor.validate(emailAddress, wrongCode(first, guess));
    seconds(1);
    await visitor.send(emailAddress);
    const second = await mailedSecret(portal, emailAddress);
    expect(visitor.challenge).toBe(challenge);
    if (first !== second) expect((await visitor.validate(emailAddress, first)).statusCode).toBe(400);
    expect((await visitor.validate(emailAddress, second)).statusCode).toBe(200);
    await visitor.send(emailAddress);
    expect(visitor.challenge, 'a used challenge is not used again').not.toBe(challenge);
  });

  test('[SIGNIN-1] a right code that has expired says so; a wrong one does not', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.6');
    const sent = (await visitor.send(emailAddress)).json();
    const code = await mailedSecret(portal, emailAddress);
    expect(sent).toMatchObject({ status: 200, method: 'code' });
    expect(Date.parse(sent.expiresAt)).toBe(portal.clock.now().getTime() + 300_000);
    seconds(300);
    const before = await countFailures(portal);
    const [right, wrong] = [
      await visitor.validate(emailAddress, code),
      await visitor.validate(emailAddress, wrongCode(code)),
    ];
    expect([right.statusCode, right.json().code]).toEqual([400, 'login.expired-code']);
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'login.invalid-code']);
    expect(await countFailures(portal), 'an expired code cannot be guessed').toBe(before);
  });

  test('[LOGIN-9] of 64 right codes at once on two servers, one succeeds, and none counts as a failure', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const second = await createApp({ portal: portal.portal, pool: portal.pool, webRoot: null });
    await second.server.ready();
    const visitor = newVisitor(portal, '192.0.2.7');
    await visitor.send(emailAddress);
    const payload = {
      email: emailAddress,
      otp: await mailedSecret(portal, emailAddress),
      challenge: visitor.challenge,
    };
    const before = await countFailures(portal);
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        (index % 2 ? portal.app : second).server.inject({
          method: 'POST',
          url: '/myaccount/api/login/otp/validate',
          headers: { 'x-forwarded-for': `192.0.${100 + index}.7` },
          payload,
        }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await countFailures(portal)).toBe(before);
    await second.close();
  });

  test('[LOGIN-9] of 64 wrong codes at once, exactly five are checked and counted', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.8');
    await visitor.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    const before = await countFailures(portal);
    await Promise.all(
      Array.from({ length: 64 }, (_, guess) => visitor.validate(emailAddress, wrongCode(code, guess + 1))),
    );
    expect(await countFailures(portal)).toBe(before + 5);
    expect((await visitor.validate(emailAddress, code)).statusCode).toBe(400);
  });

  test('[LOGIN-9] stores challenges, addresses, codes, and links only as hashes, or sealed', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const visitor = newVisitor(portal, '192.0.2.9');
    await visitor.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    const rows = [
      await portal.db.selectFrom('login_challenge').selectAll().execute(),
      await portal.db.selectFrom('login_throttle').selectAll().execute(),
      await portal.db.selectFrom('outbox').select(['payload', 'payload_sealed']).execute(),
      await readRows(portal.db, 'rate_limit' as never),
    ];
    const stored = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const secret of [visitor.challenge ?? '', emailAddress, `"${code}"`])
      expect(stored).not.toContain(secret);
  });
});

describe('a try without a challenge', () => {
  const tryWithout = (email: string, otp: string, address: string) =>
    portal.post('/login/otp/validate', { email, otp }, undefined, { 'x-forwarded-for': address });

  test('[SIGNIN-2] is compared with the newest three live codes', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const codes: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      seconds(1);
      await newVisitor(portal, `192.0.3.${index}`).send(emailAddress);
      codes.push(await mailedSecret(portal, emailAddress));
    }
    const [oldest = '', ...newest] = codes;
    if (newest.includes(oldest)) return;
    expect((await tryWithout(emailAddress, oldest, '192.0.3.9')).statusCode).toBe(400);
    for (const code of newest)
      expect((await tryWithout(emailAddress, code, '192.0.3.9')).statusCode).toBe(200);
  });

  test('[SIGNIN-2] uses up the tries that strangers share, and not those of the challenge', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const owner = newVisitor(portal, '192.0.4.1');
    await owner.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    const before = await countFailures(portal);
    const guesses = Array.from({ length: 16 }, (_, guess) =>
      tryWithout(emailAddress, wrongCode(code, guess + 1), `192.0.5.${guess}`),
    );
    await Promise.all(guesses);
    expect(await countFailures(portal)).toBe(before + 5);
    expect((await tryWithout(emailAddress, code, '192.0.4.2')).statusCode).toBe(400);
    expect((await owner.validate(emailAddress, code)).statusCode).toBe(200);
  });

  test('[SIGNIN-2] counts once for each code that it is compared with, and never takes a guess from a live code', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    await failAsStrangers(portal, emailAddress, 85);
    portal.clock.advance(900_000);
    const before = await countFailures(portal);
    const owner = newVisitor(portal, '192.0.6.1');
    await owner.send(emailAddress);
    const other = newVisitor(portal, '192.0.6.2');
    await other.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await tryWithout(emailAddress, wrongCode(code, guess), '192.0.6.3')).statusCode).toBe(400);
    }
    expect(await countFailures(portal), '85 failures, 10 reserved, 2 for each try').toBe(before + 4);
  });
});

test('[SIGNIN-5] a hidden unknown address behaves like a known one, up to the last try', async () => {
  const { emailAddress } = await buildLogin(hiding.db);
  const [known, unknown] = [newVisitor(hiding, '192.0.7.1'), newVisitor(hiding, '192.0.7.2')];
  const statuses: number[][] = [];
  for (const [visitor, email] of [
    [known, emailAddress],
    [unknown, 'nobody@example.com'],
  ] as const) {
    const results = [await visitor.send(email)];
    for (let guess = 0; guess < 7; guess += 1) results.push(await visitor.validate(email, '000000'));
    results.push(await visitor.send(email));
    statuses.push(results.map(({ statusCode }) => statusCode));
  }
  expect(statuses[0]).toEqual(statuses[1]);
  const rows = await hiding.db.selectFrom('login_throttle').select('failures').execute();
  expect(rows).toEqual([{ failures: 5 }, { failures: 5 }]);
  const mails = await hiding.db.selectFrom('outbox').select('recipient').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([emailAddress, emailAddress]);
});
