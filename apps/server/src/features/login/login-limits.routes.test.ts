import { describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { failAsStrangers, mailedSecret, newVisitor, signInByCode, wrongCode } from '../../testing/visitor.ts';

const portal = forFile(() =>
  startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_CODES_PER_CLIENT: '7', LOGIN_TRIES_PER_CLIENT: '10' }),
);
const hiding = forFile(() =>
  startTestPortal({ LOGIN_REVEAL_UNKNOWN_EMAIL: 'false', LOGIN_SECONDS_BETWEEN_CODES: '1' }),
);

const sendFrom = (address: string, email: string) =>
  portal.post('/login/otp/send', { email }, undefined, { 'x-forwarded-for': address });
const tryFrom = (address: string, email: string) =>
  portal.post('/login/otp/validate', { email, otp: '000000' }, undefined, { 'x-forwarded-for': address });

/** Calls from each address until one is refused, and returns how many were not. */
async function countUntilRefused(
  call: (address: string, email: string) => Promise<{ statusCode: number }>,
  addressOf: (index: number) => string,
): Promise<number> {
  for (let index = 0; ; index += 1) {
    const { statusCode } = await call(addressOf(index), `stranger${index}@example.com`);
    if (statusCode === 429) return index;
  }
}

describe('requests for a code', () => {
  test('[LOGIN-9] five per address and client network in 15 minutes, with a pause between them', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await sendFrom(`2001:db8:5:6::${sent + 1}`, emailAddress)).statusCode).toBe(200);
      portal.clock.advance(29_000);
      const again = (await sendFrom(`2001:db8:5:6::${sent + 1}`, emailAddress)).json();
      const left = {
        status: 200,
        method: 'code',
        expiresAt: new Date(portal.clock.now().getTime() + 271_000),
      };
      expect(again, 'the code sent before').toEqual(JSON.parse(JSON.stringify(left)));
      portal.clock.advance(1_000);
    }
    const refused = await sendFrom('2001:db8:5:6::1', emailAddress);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'login.too-many-codes']);
    expect(refused.headers['retry-after']).toBe('750');
    const mails = portal.db.selectFrom('outbox').select('id').where('recipient', '=', emailAddress);
    expect(await mails.execute()).toHaveLength(5);
    expect((await sendFrom('2001:db8:5:7::1', emailAddress)).statusCode, 'another network').toBe(200);
    const other = await buildLogin(portal.db);
    expect((await sendFrom('2001:db8:5:6::1', other.emailAddress)).statusCode, 'another address').toBe(200);
  });

  test.each([
    ['an IPv4 address', 7, () => '203.0.113.1'],
    ['an IPv4 address, written as IPv6', 7, (i: number) => (i % 2 ? '203.0.114.1' : '::ffff:203.0.114.1')],
    ['an IPv4 /24', 56, (i: number) => `203.0.115.${i % 16}`],
    ['an IPv4 address with its port', 7, (i: number) => `203.0.117.1:${40_000 + i}`],
    ['an IPv6 address with its port', 7, (i: number) => `[2001:db8:9:2::1]:${40_000 + i}`],
    ['no address at all', 7, (i: number) => ['unknown', '_hidden', '1.2.3', 'a:b:c', '-'][i % 5] ?? ''],
    ['an IPv6 /64', 7, (i: number) => `2001:db8:1:2::${i + 1}`],
    ['an IPv6 /56', 14, (i: number) => `2001:db8:2:3${(i % 16).toString(16)}::1`],
    ['an IPv6 /48', 56, (i: number) => `2001:db8:3:${(i % 16).toString(16)}00::1`],
  ])('[SIGNIN-8] from %s: %i in 15 minutes', async (_what, maximum, addressOf) => {
    expect(await countUntilRefused(sendFrom, addressOf)).toBe(maximum);
    portal.clock.advance(900_000);
    expect((await sendFrom(addressOf(0), 'stranger@example.com')).statusCode).toBe(400);
  });

  test('[SIGNIN-8] a client that is refused takes nothing from its neighbors', async () => {
    for (let sent = 0; sent < 80; sent += 1) await sendFrom('203.0.116.1', `stranger${sent}@example.com`);
    expect((await sendFrom('203.0.116.2', 'stranger@example.com')).statusCode).toBe(400);
  });

  test('[LOGIN-9] within the pause, the code sent before signs in without its challenge', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    await newVisitor(portal, '192.0.2.40').send(emailAddress);
    const reloaded = newVisitor(portal, '192.0.2.40');
    expect((await reloaded.send(emailAddress)).statusCode).toBe(200);
    const code = await mailedSecret(portal, emailAddress);
    expect((await reloaded.validate(emailAddress, code)).statusCode).toBe(200);
    const used = await newVisitor(portal, '192.0.2.40').send(emailAddress);
    expect([used.statusCode, used.headers['retry-after']], 'no code is left').toEqual([429, '30']);
  });

  test('[LOGIN-2] within the pause, an unknown address is reported again', async () => {
    const codes: string[] = [];
    for (let sent = 0; sent < 9; sent += 1)
      codes.push((await sendFrom('192.0.2.41', 'nobody@example.com')).json().code);
    expect(new Set(codes)).toEqual(new Set(['login.unknown-email']));
  });

  test('[LOGIN-2] an unknown address gets a response like a known one if the operator hides it', async () => {
    const { emailAddress } = await buildLogin(hiding.db);
    for (const length of [43, undefined]) {
      const [known, unknown] = await Promise.all(
        [emailAddress, 'nobody@example.com'].map((email) => hiding.post('/login/otp/send', { email })),
      );
      expect([known?.statusCode, unknown?.statusCode]).toEqual([200, 200]);
      const shape = (response: typeof known) => {
        const { challenge, ...rest } = response?.json() ?? {};
        return { ...rest, length: challenge?.length };
      };
      expect(shape(unknown)).toEqual(shape(known));
      expect(shape(known).length, 'the second is a repetition').toBe(length);
    }
  });
});

describe('tries', () => {
  test.each([
    ['an IPv4 address', 10, () => '198.51.100.7'],
    ['no address at all', 10, () => 'unknown'],
    ['an IPv6 /56', 20, (i: number) => `2001:db8:b:3${(i % 16).toString(16)}::1`],
    ['an IPv6 /48', 80, (i: number) => `2001:db8:c:${(i % 16).toString(16)}00::1`],
  ])('[SIGNIN-8] from %s: %i in 15 minutes', async (_what, maximum, addressOf) => {
    expect(await countUntilRefused(tryFrom, addressOf)).toBe(maximum);
    const refused = await tryFrom(addressOf(0), 'nobody@example.com');
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['login.too-many-tries', '900']);
  });

  test('[SIGNIN-9] pauses grow with failures, and never delay the first try of a challenge', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const pauses: number[] = [];
    for (let failures = 0; failures < 80; failures += 10) {
      const stranger = newVisitor(portal, `198.18.200.${failures}`);
      await stranger.send(emailAddress);
      const code = await mailedSecret(portal, emailAddress);
      expect((await stranger.validate(emailAddress, wrongCode(code))).statusCode, 'first try').toBe(400);
      const paused = await stranger.validate(emailAddress, code);
      pauses.push(Number(paused.headers['retry-after'] ?? 0));
      if (paused.statusCode === 200) await setFailures(emailAddress, failures + 10);
      else {
        portal.clock.advance(Number(paused.headers['retry-after']) * 1_000 - 1);
        expect((await stranger.validate(emailAddress, code)).statusCode).toBe(429);
        portal.clock.advance(1);
        expect((await stranger.validate(emailAddress, code)).statusCode, 'after the pause').toBe(200);
        await setFailures(emailAddress, failures + 10);
      }
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
  });

  test.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [19, 1],
    [20, 2],
    [59, 16],
    [60, 30],
    [100, 30],
  ])('[SIGNIN-9] after %i failures the next try waits %i seconds', async (failures, seconds) => {
    const { emailAddress } = await buildLogin(portal.db);
    const stranger = newVisitor(portal, `198.18.201.${failures}`);
    await stranger.send(emailAddress);
    const code = await mailedSecret(portal, emailAddress);
    await stranger.validate(emailAddress, wrongCode(code));
    await setFailures(emailAddress, failures);
    const next = await stranger.validate(emailAddress, code);
    expect(Number(next.headers['retry-after'] ?? 0)).toBe(seconds);
  });

  async function setFailures(email: string, failures: number): Promise<void> {
    const challenges = portal.db
      .selectFrom('login_challenge')
      .innerJoin('login', 'login.id', 'login_id')
      .select('address_hmac')
      .where('email_address', '=', email);
    await portal.db
      .updateTable('login_throttle')
      .set({ failures })
      .where('address_hmac', 'in', challenges)
      .execute();
  }
});

describe('mails to one address in a day', () => {
  const capped = forFile(() => startTestPortal({ TRUST_PROXY: '127.0.0.1', LOGIN_MAILS_PER_ADDRESS: '3' }));

  /** Strangers use up the mails of the day. */
  async function flood(email: string): Promise<void> {
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await newVisitor(capped, `203.0.${sent}.1`).send(email)).json().method).toBe('code');
    }
  }
  const countMails = async (email: string) =>
    (await capped.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).length;

  test('[SIGNIN-10] beyond them, one link at a time serves every browser that waits', async () => {
    const { emailAddress } = await buildLogin(capped.db);
    await flood(emailAddress);
    const strangers = Array.from({ length: 6 }, (_, index) => newVisitor(capped, `203.1.${index}.1`));
    const sent = await Promise.all(strangers.map((stranger) => stranger.send(emailAddress)));
    expect(sent.map((response) => response.json().method)).toEqual(strangers.map(() => 'link'));
    expect(await countMails(emailAddress)).toBe(4);
    capped.clock.advance(540_000);
    const owner = newVisitor(capped, '192.0.2.1');
    const { method, expiresAt } = (await owner.send(emailAddress)).json();
    expect([method, Date.parse(expiresAt)]).toEqual(['link', capped.clock.now().getTime() + 60_000]);
    const token = await mailedSecret(capped, emailAddress);
    expect((await owner.openLink(token)).statusCode).toBe(200);
    expect((await strangers[0]?.openLink(token))?.statusCode, 'used up for all').toBe(400);
  });

  test('[SIGNIN-10] once such a link is over, the next request is mailed a new one', async () => {
    const { emailAddress } = await buildLogin(capped.db);
    await flood(emailAddress);
    await newVisitor(capped, '203.2.0.1').send(emailAddress);
    capped.clock.advance(600_000);
    const owner = newVisitor(capped, '192.0.2.2');
    expect((await owner.send(emailAddress)).json().method).toBe('link');
    expect(await countMails(emailAddress)).toBe(5);
    capped.clock.advance(86_400_000);
    expect((await owner.send(emailAddress)).json().method).toBe('code');
  });

  test('[SIGNIN-10] the owner has a separate budget of mails in a browser or network of an earlier sign-in', async () => {
    const { emailAddress } = await buildLogin(capped.db);
    const owner = newVisitor(capped, '192.0.2.3');
    await signInByCode(capped, owner, emailAddress);
    capped.clock.advance(86_400_000);
    await flood(emailAddress);
    owner.challenge = undefined;
    expect((await owner.send(emailAddress)).json().method, 'same browser').toBe('code');
    const methods: string[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      methods.push((await newVisitor(capped, '192.0.2.3').send(emailAddress)).json().method);
      capped.clock.advance(30_000);
    }
    expect(methods, 'same network').toEqual(['code', 'code', 'code', 'link']);
    expect((await newVisitor(capped, '192.0.2.4').send(emailAddress)).json().method).toBe('link');
  });

  test('[SIGNIN-10] an unknown network is nobody’s: who signed in from it shares no mails with others there', async () => {
    const { emailAddress } = await buildLogin(capped.db);
    await signInByCode(capped, newVisitor(capped, 'unknown'), emailAddress);
    capped.clock.advance(86_400_000);
    await flood(emailAddress);
    expect((await newVisitor(capped, 'unknown').send(emailAddress)).json().method).toBe('link');
  });
});

describe('an abnormal total', () => {
  const lines: Record<string, unknown>[] = [];
  const settings = { TRUST_PROXY: '127.0.0.1', LOGIN_ALARM_AT_CODES: '20', LOGIN_ALARM_AT_FAILURES: '6' };
  const alarmed = forFile(() => startTestPortal(settings, recordingLog(lines)));
  const alarms = () => lines.flatMap(({ alarm }) => alarm ?? []);
  let address = 0;
  const sendNew = async () => {
    address += 1;
    const visitor = newVisitor(alarmed, `203.0.${address}.1`);
    const { emailAddress } = await buildLogin(alarmed.db);
    const sent = await visitor.send(emailAddress);
    return { visitor, emailAddress, method: sent.json().method };
  };

  test('[SIGNIN-11] of failures raises an alarm, slows tries down, and turns codes into links for a day', async () => {
    const owner = await sendNew();
    const code = await mailedSecret(alarmed, owner.emailAddress);
    const guesser = await sendNew();
    await failAsStrangers(alarmed, guesser.emailAddress, 6);
    expect(alarms()).toEqual([]);
    const late = await owner.visitor.validate(owner.emailAddress, wrongCode(code));
    expect(late.statusCode).toBe(400);
    expect(alarms()).toEqual(['login.failures']);
    const paused = await owner.visitor.validate(owner.emailAddress, code);
    expect([paused.statusCode, paused.headers['retry-after']]).toEqual([429, '30']);
    alarmed.clock.advance(30_000);
    expect((await owner.visitor.validate(owner.emailAddress, code)).statusCode).toBe(200);
    expect((await sendNew()).method).toBe('link');
    await signInByCode(alarmed, owner.visitor, owner.emailAddress);
    alarmed.clock.advance(86_400_000);
    expect((await sendNew()).method).toBe('code');
  });

  test('[SIGNIN-11] of failures slows strangers down from the first one that is too many until its day has ended', async () => {
    const startedAt = alarmed.clock.now().getTime();
    const tryTwice = async ({ visitor, emailAddress }: Awaited<ReturnType<typeof sendNew>>) => {
      await visitor.validate(emailAddress, 'wrong!');
      const { statusCode, headers } = await visitor.validate(emailAddress, 'wrong!');
      return [statusCode, headers['retry-after']];
    };
    const [first, during, after, owner] = [
      await sendNew(),
      await sendNew(),
      await sendNew(),
      await sendNew(),
    ];
    await owner.visitor.validate(owner.emailAddress, await mailedSecret(alarmed, owner.emailAddress));
    expect(await tryTwice(first)).toEqual([400, undefined]);
    await failAsStrangers(alarmed, (await sendNew()).emailAddress, 4);
    alarmed.clock.set(new Date(startedAt + 86_400_000 - 1));
    expect(await tryTwice(during)).toEqual([429, '30']);
    await owner.visitor.send(owner.emailAddress);
    expect(await tryTwice(owner)).toEqual([400, undefined]);
    alarmed.clock.advance(1);
    expect(await tryTwice(after)).toEqual([400, undefined]);
  });

  test('[LOGIN-9] of codes raises an alarm, refuses nobody, and turns codes into links until the window ends', async () => {
    alarmed.clock.advance(900_000);
    lines.length = 0;
    for (let sent = 0; sent < 20; sent += 1) expect((await sendNew()).method).toBe('code');
    expect(alarms()).toEqual([]);
    expect((await sendNew()).method).toBe('link');
    expect(alarms()).toEqual(['login.codes']);
    alarmed.clock.advance(900_000);
    expect((await sendNew()).method).toBe('code');
  });
});
