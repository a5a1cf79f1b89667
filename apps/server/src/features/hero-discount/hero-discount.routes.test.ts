import { describe, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders/account.ts';
import { buildDiscount } from '../../testing/builders/discount.ts';
import { allowAccount } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { apply, buildApplicant, tracesOf } from '../../testing/hero-applicants.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

const portal = forFile(() => startPayingPortal({ HERO_APPLICATIONS_PER_LOGIN: '3' }));

const nothing = { discount: undefined, applications: [], audited: [], mails: [] };

describe('applying', () => {
  test('[API-22, HERO-1] answers with the widget, locked to the account’s address, and stores who asked', async () => {
    const applicant = await buildApplicant(portal, { customer: { email_address: 'Hero@Example.com' } });
    const response = await apply(portal, applicant, { email: ' HERO@example.com' });
    expect(response.statusCode).toBe(200);
    const { operation, url } = response.json();
    expect(operation).toBe('success');
    const { origin, pathname, searchParams } = new URL(url);
    expect([origin, pathname]).toEqual([portal.sandbox.framesUrl, '/auth/test-widget']);
    expect(searchParams.get('token')).toMatch(/^[\w-]{32}$/);
    const page = await (await fetch(url)).text();
    expect(page).toContain('value="hero@example.com" readonly');
    expect(await tracesOf(portal, applicant)).toEqual({
      ...nothing,
      applications: [
        {
          email_address: 'hero@example.com',
          login_id: applicant.loginId,
          requested_at: portal.clock.now(),
        },
      ],
      audited: [{ action: 'hero-discount.requested', actor: `login:${applicant.loginId}`, detail: {} }],
    });
  });

  test('[API-22] the address of the sign-in will do, and the service still gets the account’s', async () => {
    const applicant = await buildApplicant(portal);
    const { url } = (await apply(portal, applicant, { email: applicant.emailAddress })).json();
    expect(await (await fetch(url)).text()).toContain(`value="${applicant.address}" readonly`);
    const { applications } = await tracesOf(portal, applicant);
    expect(applications).toMatchObject([{ email_address: applicant.address }]);
  });

  test.each(['hero@müller.example', 'Hero@xn--mller-kva.example'])(
    '[API-22, CONTACT-1] both spellings of the domain of %s are the account’s address',
    async (stored) => {
      const applicant = await buildApplicant(portal, { customer: { email_address: stored } });
      for (const email of ['hero@müller.example', 'hero@XN--mller-kva.example']) {
        const { url } = (await apply(portal, applicant, { email })).json();
        expect(await (await fetch(url)).text()).toContain('value="hero@xn--mller-kva.example" readonly');
      }
      const refused = await apply(portal, applicant, { email: 'hero@mu\u200bller.example' });
      expect(refused.json().errors).toEqual([{ field: 'email', code: 'characters' }]);
    },
  );

  test.each([
    ['another address', { email: 'other@example.com' }, 'email'],
    ['no address', { email: undefined }, 'email'],
    ['half an address', { email: 'ana@' }, 'email'],
    ['no account', { accountNumber: undefined }, 'accountNumber'],
    ['a surplus field', { dob: '1980-01-01' }, 'dob'],
  ])('[API-25] %s is refused at its field', async (_what, fields, field) => {
    const applicant = await buildApplicant(portal);
    const response = await apply(portal, applicant, fields);
    expect([response.statusCode, response.json().errors?.[0].field]).toEqual([400, field]);
    expect(await tracesOf(portal, applicant)).toEqual(nothing);
  });

  test.each([
    ['not-residential', { account_type: 'BUSINESS', business_name: 'Shop' }],
    ['inactive', { status: 'INACTIVE' }],
  ] as const)('[HERO-1] an account that is %s cannot apply', async (reason, account) => {
    const applicant = await buildApplicant(portal, { account });
    expect((await apply(portal, applicant)).json()).toEqual({ operation: 'failure', reason });
    expect(await tracesOf(portal, applicant)).toEqual(nothing);
  });

  test('[HERO-1] an account that has the discount cannot apply; one that may have it can', async () => {
    const applicant = await buildApplicant(portal);
    await buildDiscount(portal.db, applicant.account, { discount_type: 'Hero Discount' });
    await buildDiscount(portal.db, applicant.account, { discount_type: 'GiftCard', is_applied: true });
    expect((await apply(portal, applicant)).json().operation).toBe('success');
    const discounts = { account_id: applicant.account.id };
    await changeRows(portal.db, 'discount', discounts, { is_applied: true });
    expect((await apply(portal, applicant)).json()).toEqual({
      operation: 'failure',
      reason: 'already-applied',
    });
  });

  test('[API-22] an account without an address cannot apply', async () => {
    const account = await buildAccount(portal.db, { customer: { email_address: null } });
    const applicant = await buildApplicant(portal);
    await allowAccount(portal.db, applicant.loginId, account);
    // Its page knows the address of the sign-in only, which may be an earlier one.
    for (const email of [applicant.emailAddress, 'earlier@example.com']) {
      const response = await apply(portal, { ...applicant, account }, { email });
      expect(response.json()).toEqual({ operation: 'failure', reason: 'no-email' });
    }
  });

  test('[API-22] a service that is away is a failure, and nobody counts as having asked', async () => {
    const applicant = await buildApplicant(portal);
    for (const mode of ['down', 'lose-answers', 'hop'] as const) {
      await portal.sandbox.control({ processor: 'verify-pass', mode, status: 200, calls: 1 });
      expect((await apply(portal, applicant)).json()).toEqual({
        operation: 'failure',
        reason: 'service-unavailable',
      });
    }
    await portal.sandbox.reset();
    expect(await tracesOf(portal, applicant)).toEqual(nothing);
  });

  test('[API-22] one sign-in may ask only so often', async () => {
    const applicant = await buildApplicant(portal);
    const statuses: number[] = [];
    for (let press = 0; press < 4; press += 1) statuses.push((await apply(portal, applicant)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

test.each([
  ['the service is set up', {}],
  ['the service is not set up', { VERIFYPASS_URL: '', VERIFYPASS_API_KEY: '', VERIFYPASS_WIDGET_KEY: '' }],
])('[HERO-1, CONFIG-1] with the flag off nobody can apply, where %s', async (_what, settings) => {
  const off = await startTestPortal({ ...portal.sandbox.settings, FLAG_HERO_DISCOUNT: 'false', ...settings });
  const applicant = await buildApplicant(off);
  expect((await apply(off, applicant)).json()).toEqual({ operation: 'failure', reason: 'not-offered' });
  expect(await tracesOf(off, applicant)).toEqual(nothing);
  await off.close();
});

test('[HERO-1] no log line has the widget’s token, the keys, or an address', async () => {
  const lines: Record<string, unknown>[] = [];
  const logged = await startTestPortal(
    { ...portal.sandbox.settings, LOG_LEVEL: 'debug' },
    recordingLog(lines),
  );
  const applicant = await buildApplicant(logged);
  const { url } = (await apply(logged, applicant)).json();
  await portal.sandbox.control({ processor: 'verify-pass', mode: 'down', calls: 1 });
  await apply(logged, applicant);
  await logged.close();
  const text = JSON.stringify(lines);
  expect(text).toContain('eligibility service away');
  for (const secret of [new URL(url).searchParams.get('token'), 'test-eligibility-key', applicant.address])
    expect(text).not.toContain(secret);
});
