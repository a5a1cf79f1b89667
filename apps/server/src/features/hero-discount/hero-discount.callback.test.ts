import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { allowAccount } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import {
  apply,
  type BuiltApplicant,
  buildApplicant,
  hasDiscount,
  tracesOf,
  verificationsOf,
} from '../../testing/hero-applicants.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

const portal = forFile(() => startPayingPortal({ VERIFYPASS_PREVIOUS_API_KEY: 'key-before' }));

const url = '/myaccount/hooks/verify-pass';
const rightKey = { 'x-vfyps-key': 'test-eligibility-key' };
const minute = 60_000;
const day = 1_440 * minute;

/** A row as the service writes it, verified so long after now. */
const row = (email: string, afterMs = 0, more: object = {}) => ({
  first_name: 'Ana',
  last_name: 'Rivera',
  email,
  discount_code: 'D-1',
  time: new Date(portal.clock.now().getTime() + afterMs).toISOString().slice(0, 19).replace('T', ' '),
  group_short: 'mil',
  group: 'Military',
  widget_key: 'test-widget',
  ...more,
});

const send = (data: unknown, headers: Record<string, string> = rightKey) =>
  portal.inject({ method: 'POST', url, headers, payload: { data } as object });

const eventsOf = (email: string) => verificationsOf(portal, email);
const applied = (applicant: BuiltApplicant) => hasDiscount(portal, applicant);

async function pending(options?: Parameters<typeof buildApplicant>[1]): Promise<BuiltApplicant> {
  const applicant = await buildApplicant(portal, options);
  expect((await apply(portal, applicant)).json().operation).toBe('success');
  return applicant;
}

/** Another account of the same login and address. */
async function secondAccount(applicant: BuiltApplicant): Promise<BuiltApplicant> {
  const account = await buildAccount(portal.db, { customer: { email_address: applicant.address } });
  await allowAccount(portal.db, applicant.loginId, account);
  return { ...applicant, account };
}

describe('the callback', () => {
  test('[HERO-2] applies the discount with audit and mail, and the account’s details say so', async () => {
    const applicant = await pending({ customer: { language: 'es' } });
    const response = await send([row(applicant.address.toUpperCase())]);
    expect([response.statusCode, response.json()]).toEqual([200, { received: 1 }]);
    const { discount, audited, mails } = await tracesOf(portal, applicant);
    expect(discount).toEqual({ is_applied: true, is_eligible: true, applied_at: portal.clock.now() });
    const [event] = await eventsOf(applicant.address);
    expect(event).toMatchObject({ provider: 'verify-pass', state: 'APPLIED', reason: null });
    // Nothing is kept that nobody needs.
    expect(Object.keys(event?.payload as object).sort()).toEqual(['emailAddress', 'group', 'verifiedAt']);
    expect(audited.at(-1)).toEqual({
      action: 'hero-discount.applied',
      actor: 'system',
      detail: { eventId: event?.event_id },
    });
    expect(mails).toEqual([
      {
        template: 'hero-discount-applied',
        recipient: applicant.address,
        language: 'es',
        payload: { accountEnding: applicant.account.accountNumber.slice(-4) },
      },
    ]);
    const query = { AccountNumber: applicant.account.accountNumber };
    const details = await portal.get('/customer/account/details', query, applicant.token);
    expect(details.json().DiscountsList).toEqual([
      { DiscountType: 'Hero Discount', IsDiscountApplied: 'true', IsEligible: 'true', EligibleDate: null },
    ]);
  });

  test('[HERO-2, CONTACT-1] names the address in either spelling of its domain', async () => {
    for (const [index, spelling] of ['müller.example', 'XN--mller-kva.example'].entries()) {
      const applicant = await pending({ customer: { email_address: `hero${index}@müller.example` } });
      await send([row(`Hero${index}@${spelling}`)]);
      expect(await applied(applicant)).toBe(true);
    }
  });

  test('[HERO-2] counts once, however often and at whatever moment it comes', async () => {
    const applicant = await pending();
    const data = [row(applicant.address)];
    await Promise.all([send(data), send(data), send(data), send([...data, ...data])]);
    portal.clock.advance(day);
    await send([row(applicant.address, -day), row(applicant.address, 0)]);
    const { audited, mails } = await tracesOf(portal, applicant);
    expect(audited.filter(({ action }) => action === 'hero-discount.applied')).toHaveLength(1);
    expect(mails).toHaveLength(1);
    expect((await eventsOf(applicant.address)).map(({ state }) => state)).toEqual(['APPLIED', 'APPLIED']);
  });

  test('[HERO-2] two verifications of one account at once apply it once', async () => {
    const applicant = await pending();
    await Promise.all([
      send([row(applicant.address, 0, { group_short: 'mil' })]),
      send([row(applicant.address, 0, { group_short: 'tea' })]),
    ]);
    const { mails } = await tracesOf(portal, applicant);
    expect(mails).toHaveLength(1);
    expect(await eventsOf(applicant.address)).toHaveLength(2);
  });

  test('[HERO-2] applies to the account that asked last', async () => {
    const first = await pending();
    const second = await secondAccount(first);
    portal.clock.advance(10 * minute);
    await apply(portal, second);
    portal.clock.advance(5 * minute);
    await send([row(first.address)]);
    expect([await applied(first), await applied(second)]).toEqual([false, true]);
  });

  test('[HERO-2, OPS-2] a late one waits for a person when another account has asked since', async () => {
    const first = await pending();
    const second = await secondAccount(first);
    portal.clock.advance(20 * minute);
    await apply(portal, second);
    await send([row(first.address, -15 * minute)]);
    expect([await applied(first), await applied(second)]).toEqual([false, false]);
    expect(await eventsOf(first.address)).toMatchObject([
      { state: 'AMBIGUOUS', reason: 'several accounts asked with this address' },
    ]);
  });

  test('[HERO-2, OPS-2] an address that nobody asked with is kept for review', async () => {
    expect((await send([row('stranger@example.com')])).statusCode).toBe(200);
    expect(await eventsOf('stranger@example.com')).toMatchObject([
      { state: 'AMBIGUOUS', reason: 'nobody asked with this address' },
    ]);
  });

  test.each([{ account_type: 'BUSINESS', business_name: 'Shop' } as const, { status: 'INACTIVE' } as const])(
    '[HERO-2, OPS-2] so is one of an account that has become %j',
    async (change) => {
      const applicant = await pending();
      await changeRows(portal.db, 'account', { id: applicant.account.id }, change);
      await send([row(applicant.address)]);
      expect(await applied(applicant)).toBe(false);
      expect(await eventsOf(applicant.address)).toMatchObject([
        { state: 'AMBIGUOUS', reason: 'the account cannot have the discount' },
      ]);
    },
  );

  test('[HERO-2] verifications of other widgets are none of ours', async () => {
    const applicant = await pending();
    await send([row(applicant.address, 0, { widget_key: 'shop' })]);
    expect([await applied(applicant), await eventsOf(applicant.address)]).toEqual([false, []]);
  });

  test('[HERO-2] the primary login of an account without its own address is notified', async () => {
    const applicant = await pending();
    const customer = { customer_number: applicant.account.customerNumber };
    await changeRows(portal.db, 'customer', customer, { email_address: null });
    await send([row(applicant.address)]);
    expect((await tracesOf(portal, applicant)).mails).toMatchObject([{ recipient: applicant.emailAddress }]);
  });
});

describe('who may call it', () => {
  test.each([
    ['no key', {}],
    ['a wrong key', { 'x-vfyps-key': 'x' }],
    ['an empty key', { 'x-vfyps-key': '' }],
    ['the key of the calls’ header', { key: 'test-eligibility-key' }],
    ['the right key with more', { 'x-vfyps-key': 'test-eligibility-key2' }],
  ])('[HERO-2] %s is refused, before the body is read', async (_what, headers) => {
    const applicant = await pending();
    expect((await send([row(applicant.address)], headers as Record<string, string>)).statusCode).toBe(401);
    const broken = await portal.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers } as Record<string, string>,
      payload: '{',
    });
    expect(broken.statusCode).toBe(401);
    expect(await applied(applicant)).toBe(false);
  });

  test('[HERO-2] the key before the current one counts while it is rotated', async () => {
    const applicant = await pending();
    await send([row(applicant.address)], { 'x-vfyps-key': 'key-before' });
    expect(await applied(applicant)).toBe(true);
  });

  test('[HERO-2] without rotation no other key counts', async () => {
    const other = await startTestPortal(portal.sandbox.settings);
    for (const key of ['key-before', 'null', '']) {
      const headers = { 'x-vfyps-key': key };
      const response = await other.inject({ method: 'POST', url, headers, payload: { data: [] } });
      expect(response.statusCode).toBe(401);
    }
    await other.close();
  });

  test('[API-25] only POST, only JSON, and not too much of it', async () => {
    expect((await portal.inject({ method: 'GET', url, headers: rightKey })).statusCode).toBe(405);
    const inject = (payload: string, type = 'application/json') =>
      portal.inject({ method: 'POST', url, headers: { ...rightKey, 'content-type': type }, payload });
    expect((await inject('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await inject(`{"data":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
    for (const text of ['', '{', 'null', '[]', '7']) expect((await inject(text)).statusCode).toBe(400);
  });
});

test('[API-25] a callback with one row that cannot be read is refused, and stores nothing', async () => {
  const { address } = await pending();
  const bad: unknown[] = [
    [],
    {},
    'x',
    null,
    [null],
    [row(address, 0, { email: 'ana@' })],
    [row(address, 0, { time: '2026-13-01 00:00:00' })],
    [row(address, 0, { time: '2026-02-30 00:00:00' })],
    [row(address, 0, { time: '2026-11-24T17:00:00Z' })],
    [row(address, 0, { group_short: undefined })],
    [row(address, 0, { group_short: 'a\u0000' })],
    [row(address, 0, { widget_key: 7 })],
    [row(address), row(address, 0, { email: undefined })],
  ];
  for (const data of bad) {
    const { status, errors } = (await send(data)).json();
    expect([status, errors?.[0].field], JSON.stringify(data)).toEqual([400, 'data']);
  }
  expect(await eventsOf(address)).toEqual([]);
});

test('[HERO-2] times are read in the time zone of the setting', async () => {
  const zoned = await startTestPortal({ ...portal.sandbox.settings, VERIFYPASS_TIME_ZONE: 'America/Denver' });
  const applicant = await buildApplicant(zoned);
  await apply(zoned, applicant);
  // Noon in New York is 10 a.m. in Denver.
  const payload = { data: [row(applicant.address, 0, { time: '2026-11-24 10:00:00' })] };
  await zoned.inject({ method: 'POST', url, headers: rightKey, payload });
  expect((await tracesOf(zoned, applicant)).discount?.is_applied).toBe(true);
  await zoned.close();
});

test('[HERO-2] with the flag off the callback of an application before still counts', async () => {
  const applicant = await pending();
  const settings = { DATABASE_URL: portal.portal.config.databaseUrl, FLAG_HERO_DISCOUNT: 'false' };
  const off = await startTestPortal({ ...portal.sandbox.settings, ...settings });
  await off.inject({ method: 'POST', url, headers: rightKey, payload: { data: [row(applicant.address)] } });
  expect(await applied(applicant)).toBe(true);
  await off.close();
});

test('[HERO-2] a server without the service has no callback', async () => {
  const without = await startTestPortal({ VERIFYPASS_URL: '', FLAG_HERO_DISCOUNT: 'false' });
  expect((await without.inject({ method: 'POST', url, headers: rightKey })).statusCode).toBe(404);
  expect(without.app.jobs.some(({ name }) => name.startsWith('hero-discount'))).toBe(false);
  await without.close();
});
