import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FlagName, flagDefaults } from '@myaccount/contract/flags';
import { type LimitName, limitDefaults, limitRanges } from '@myaccount/contract/limits';
import { validateCode } from '@myaccount/contract/login';
import { pageQuery } from '@myaccount/contract/paging';
import { makePayment } from '@myaccount/contract/payments';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { signedOutUrlOf } from './gateways/identity/auth0.ts';
import { flagSetting, limitSetting } from './platform/settings.ts';
import { testSettings } from './testing/portal.ts';
import { stoppedFor } from './testing/stopped-for.ts';

const settings = (changes: Record<string, string> = {}) => testSettings('postgres://localhost/test', changes);

/** The portal's application at the identity service. */
const application = {
  AUTH0_URL: 'https://provider.auth0.example',
  AUTH0_CLIENT_ID: 'id',
  AUTH0_CLIENT_SECRET: 'secret',
};

describe('flags and limits', () => {
  test('[CONFIG-1] flags have the promised defaults', () => {
    expect(readConfig(settings()).flags).toEqual({
      heroDiscount: true,
      customLoginFlow: true,
      languageDropdown: true,
      billingRefresh: true,
      menuBillingRefresh: true,
      menuMetrics: true,
      mobileLoginBanner: true,
      downtimeBanner: false,
      requestTimeoutEnabled: false,
      recurringPayments: false,
      cardProcessorPayments: true,
    });
  });

  test.each(Object.entries(flagDefaults))('[CONFIG-1] the flag %s is a setting', (name, value) => {
    const setting = flagSetting(name as FlagName);
    const changed = settings({ ...application, [setting]: String(!value) });
    expect(readConfig(changed).flags).toMatchObject({ [name]: !value });
    expect(stoppedFor(settings({ ...application, [setting]: 'perhaps' }))).toEqual([setting]);
  });

  test('[CONFIG-2] limits have the promised defaults', () => {
    expect(readConfig(settings()).limits).toEqual({
      pageSize: 5,
      requestTimeoutMs: 10_000,
      toastMs: 2_000,
      resendSeconds: 300,
      codeSeconds: 300,
      codeDigits: 6,
      emailProofDays: 7,
      pinDigits: 4,
      phoneDigits: 10,
      zipDigits: 5,
      giftDays: 90,
      popoverViews: 2,
      popoverDays: 365,
      slotDays: 15,
      calendarExtraDays: 7,
      arrivalExtraMinutes: 5,
      metricsSeconds: 10,
      metricsPoints: 50,
      paymentMaximumDollars: 10_000,
      refundCents: 50_000,
      autopayDiscountCents: 0,
    });
  });

  test.each(Object.entries(limitRanges))(
    '[CONFIG-2, CONFIG-4] the limit %s is a setting within its range',
    (name, { minimum, maximum, default: fallback }) => {
      const setting = limitSetting(name as LimitName);
      for (const value of [minimum, maximum]) {
        expect(readConfig(settings({ [setting]: String(value) })).limits).toMatchObject({ [name]: value });
      }
      for (const value of [minimum - 1, maximum + 1, minimum + 0.5]) {
        expect(stoppedFor(settings({ [setting]: String(value) }))).toEqual([setting]);
      }
      expect(fallback).toBeGreaterThanOrEqual(minimum);
      expect(fallback).toBeLessThanOrEqual(maximum);
    },
  );

  test.each([
    ['LIMIT_PAGE_SIZE', '60', 'a whole number from 1 to 50'],
    ['LIMIT_CODE_DIGITS', '20', 'a whole number from 6 to 8'],
    ['LIMIT_PAGESIZE', '10', 'to be left out: the portal does not know it (it knows LIMIT_PAGE_SIZE, '],
    ['FLAG_GIFT_CARD', 'false', 'to be left out: the portal does not know it (it knows FLAG_HERO'],
  ])('[CONFIG-4] %s=%s is impossible, and the start says why', (name, value, needs) => {
    expect(stoppedFor(settings({ [name]: value }))).toEqual([name]);
    expect(() => readConfig(settings({ [name]: value }))).toThrow(`  ${name}: ${needs}`);
  });

  test('[CONFIG-2] the calls accept exactly the page sizes that the limit can have', () => {
    const { minimum, maximum } = limitRanges.pageSize;
    const sizes = [minimum - 1, minimum, maximum, maximum + 1];
    const isAccepted = (size: number) => pageQuery.page_size.safeParse(size).success;
    expect(sizes.map(isAccepted)).toEqual([false, true, true, false]);
    expect(pageQuery.page_size.parse(undefined)).toBe(limitDefaults.pageSize);
  });

  test('[CONFIG-2] a code of any allowed length can be sent back', () => {
    const otp = '1'.repeat(limitRanges.codeDigits.maximum);
    expect(validateCode.body.safeParse({ email: 'ana@example.com', otp }).success).toBe(true);
  });

  test('[CONFIG-2] every allowed amount of a payment fits the call', () => {
    const { maximum } = limitRanges.paymentMaximumDollars;
    const body = { payment_method: 'm', billing_account_id: 'a', paymentType: 'onetime' };
    const isAccepted = (amount: number) => makePayment.body.safeParse({ ...body, amount }).success;
    expect([maximum, maximum + 1].map(isAccepted)).toEqual([true, false]);
  });
});

describe('staging or production', () => {
  const staged = { STAGING_HOST: 'staging', STAGING_TRANSAFE_URL: 'https://test.processor.example' };

  test('[CONFIG-3] the public address decides whether staging settings of outside services are used', () => {
    const production = readConfig(settings({ ...staged, PUBLIC_URL: 'https://my.provider.example' }));
    expect(production.transafe.url).toBe('http://127.0.0.1:9/transafe');
    expect(stoppedFor(settings({ ...staged, PUBLIC_URL: 'https://my.staging.provider.example' }))).toEqual([
      'STAGING_SMTP_URL',
      'STAGING_TRANSAFE_API_KEY_ID',
      'STAGING_TRANSAFE_API_KEY',
      'STAGING_ORBITAL_URL',
      'STAGING_ORBITAL_USERNAME',
      'STAGING_ORBITAL_PASSWORD',
      'STAGING_ORBITAL_MERCHANT_ID',
      'STAGING_CHASE_FORM_URL',
      'STAGING_CHASE_SECURE_ID',
      'STAGING_CHASE_API_KEY',
      'STAGING_TRANSAFE_FRAME_URL',
      'STAGING_VERIFYPASS_URL',
      'STAGING_VERIFYPASS_API_KEY',
      'STAGING_VERIFYPASS_WIDGET_KEY',
    ]);
  });

  test('[CONFIG-3] a path or query that holds the staging host decides nothing', () => {
    const config = readConfig(
      settings({ ...staged, PUBLIC_URL: 'https://my.provider.example/staging?staging' }),
    );
    expect(config.transafe.url).toBe('http://127.0.0.1:9/transafe');
  });
});

describe('the field service', () => {
  const hookKey = 'q3Vt-8wLzR_1nYb6KcXh0PfGmD5sJ2aE';
  const complete = {
    FIELD_SERVICE_URL: 'https://field.example/',
    FIELD_SERVICE_TOKEN: 'token',
    FIELD_SERVICE_HOOK_KEY: hookKey,
  };

  test('[CONFIG-4] may be left out; with an address it needs everything', () => {
    expect(readConfig(settings()).fieldService).toBeNull();
    expect(readConfig(settings(complete)).fieldService).toEqual({
      url: 'https://field.example',
      token: 'token',
      hookKey,
      previousHookKey: null,
      timeoutMs: 10_000,
    });
    const { FIELD_SERVICE_URL, ...others } = complete;
    expect(stoppedFor(settings({ FIELD_SERVICE_URL }))).toEqual(Object.keys(others));
  });

  test.each([
    ['FIELD_SERVICE_URL', 'ftp://x'],
    ['FIELD_SERVICE_HOOK_KEY', 'short'],
    ['FIELD_SERVICE_HOOK_KEY', `${hookKey}/`],
    ['FIELD_SERVICE_HOOK_KEY', 'k'.repeat(32)],
    ['FIELD_SERVICE_HOOK_KEY', `${'k'.repeat(31)}j`],
    ['FIELD_SERVICE_HOOK_KEY', 'abcdefgh-1234567'.repeat(2)],
    ['FIELD_SERVICE_PREVIOUS_HOOK_KEY', '0'.repeat(64)],
    ['FIELD_SERVICE_PREVIOUS_HOOK_KEY', 'short'],
    ['FIELD_SERVICE_TIMEOUT_MS', '99'],
    ['APPOINTMENT_LINK_DAYS', '0'],
    ['APPOINTMENT_LINK_CLOSED_HOURS', '169'],
    ['APPOINTMENT_SLOTS_SECONDS', '4'],
    ['APPOINTMENT_CHANGES_PER_VISIT', '0'],
  ])('[CONFIG-4] %s=%s stops the start', (name, value) => {
    expect(stoppedFor(settings({ ...complete, [name]: value }))).toEqual([name]);
  });

  test('[CONFIG-3] on a staging address it is read from its twins', () => {
    const staging = { STAGING_HOST: 'staging', PUBLIC_URL: 'https://my.staging.provider.example' };
    const named = stoppedFor(
      settings({ ...complete, ...staging, STAGING_FIELD_SERVICE_URL: 'https://test.example' }),
    );
    const twins = ['STAGING_FIELD_SERVICE_TOKEN', 'STAGING_FIELD_SERVICE_HOOK_KEY'];
    expect(named).toEqual(expect.arrayContaining(twins));
  });
});

describe('the identity service', () => {
  const off = { FLAG_CUSTOM_LOGIN_FLOW: 'false' };

  test('[CONFIG-1, CONFIG-4, LOGIN-8] is needed with customLoginFlow off, and not read with it on', () => {
    expect(readConfig(settings(application)).auth0).toBeNull();
    expect(stoppedFor(settings(off))).toEqual(Object.keys(application));
    expect(readConfig(settings({ ...off, ...application })).auth0).toEqual({
      url: 'https://provider.auth0.example',
      issuer: 'https://provider.auth0.example/',
      clientId: 'id',
      clientSecret: 'secret',
      connection: 'email',
      timeoutMs: 10_000,
      endsSessions: false,
    });
  });

  test('[CONFIG-3, LOGIN-8] on a staging address is the staging one', () => {
    const names = Object.keys(application).map((name) => `STAGING_${name}`);
    const staged = stoppedFor(
      settings({ ...off, ...application, PUBLIC_URL: 'https://staging.example', STAGING_HOST: 'staging' }),
    );
    expect(staged).toEqual(expect.arrayContaining(names));
    expect(
      staged.filter((name) => name.includes('AUTH0')),
      'and no other',
    ).toEqual(names);
  });

  test.each([
    ['AUTH0_URL', 'https://provider.auth0.example/path'],
    ['AUTH0_ISSUER', 'provider'],
    ['AUTH0_CONNECTION', 'e mail'],
    ['AUTH0_TIMEOUT_MS', '99'],
    ['AUTH0_SIGN_OUT', 'yes'],
    ['AUTH0_CLIENT_SECRET', ''],
  ])('[CONFIG-4] %s=“%s” is named with what it needs', (name, value) => {
    expect(stoppedFor(settings({ ...off, ...application, [name]: value }))).toEqual([name]);
  });

  test.each([
    [
      'true',
      null,
      'https://provider.auth0.example/v2/logout?client_id=id&returnTo=http%3A%2F%2Flocalhost%3A3000%2F',
    ],
    [
      'true',
      'https://provider.example',
      'https://provider.auth0.example/v2/logout?client_id=id&returnTo=https%3A%2F%2Fprovider.example',
    ],
    ['false', 'https://provider.example', 'https://provider.example'],
    ['false', null, null],
  ])('[LOGIN-7, LOGIN-8] AUTH0_SIGN_OUT=%s, SITE_URL=%s: signing out leads to %s', (over, site, expected) => {
    const changes = { ...off, ...application, AUTH0_SIGN_OUT: over, ...(site && { SITE_URL: site }) };
    expect(signedOutUrlOf(readConfig(settings(changes)))).toBe(expected);
    expect(signedOutUrlOf(readConfig(settings(site ? { SITE_URL: site } : {})))).toBe(site);
  });
});

describe('a wrong setting stops the start', () => {
  test('[CONFIG-4] a brand with a key that is given twice is refused with its line', () => {
    const brandText = readFileSync(settings().BRAND_FILE ?? '', 'utf8');
    const file = join(mkdtempSync(join(tmpdir(), 'brand-')), 'brand.json');
    writeFileSync(file, brandText.replace(/\n(\s*"name": )/, '\n$1"One",\n$1'));
    expect(() => readConfig(settings({ BRAND_FILE: file }))).toThrow(
      'BRAND_FILE: the path of a JSON file with the brand (docs/settings.md): line 3: "name" is given twice in one object',
    );
    rmSync(dirname(file), { recursive: true });
  });

  test.each(Object.keys(settings()).filter((name) => name !== 'LOG_LEVEL'))(
    '[CONFIG-4] without %s',
    (name) => {
      const { [name]: _, ...rest } = settings();
      expect(stoppedFor(rest)).toEqual([name]);
    },
  );

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'my.provider.example'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['SECRET_KEYS', 'short:abc'],
    ['SECRET_KEYS', ''],
    ['ID_TOKEN_KEYS', '[]'],
    ['ID_TOKEN_KEYS', '{'],
    ['BRAND_FILE', '/nowhere/brand.json'],
    ['BUSINESS_TIME_ZONE', 'Mars/Olympus'],
    ['ROLE', 'both'],
    ['SMTP_URL', 'http://mail'],
    ['TRANSAFE_URL', 'ftp://x'],
    ['TRANSAFE_FRAME_URL', 'ftp://x'],
    ['TRANSAFE_FRAME_URL', 'https://frame.example/path'],
    ['TRANSAFE_FRAME_URL', 'https://frame.example; script-src *'],
    ['CHASE_FORM_URL', 'https://user@form.example'],
    ['CHASE_FORM_URL', 'https://form.example?x'],
    ['VERIFYPASS_URL', ''],
    ['VERIFYPASS_URL', 'https://verify.example/auth'],
    ['VERIFYPASS_API_KEY', ''],
    ['VERIFYPASS_WIDGET_KEY', ''],
    ['VERIFYPASS_WIDGET_KEY', 'a/b'],
    ['VERIFYPASS_TOKEN_PARAMETER', 'a&b'],
    ['VERIFYPASS_REPORT_PATH', 'https://other.example/report'],
    ['VERIFYPASS_TIME_ZONE', 'Mars'],
    ['VERIFYPASS_TIMEOUT_MS', '99'],
    ['HERO_APPLICATIONS_PER_LOGIN', '0'],
    ['FRAME_STEPS_PER_LOGIN', '0'],
    ['SESSION_IDLE_SECONDS', '-5'],
    ['SESSION_IDLE_SECONDS', '59'],
    ['SESSION_ABSOLUTE_SECONDS', '59'],
    ['MAX_REQUESTS_IN_PROGRESS', '9'],
    ['MAX_CONNECTIONS_PER_NETWORK', '9'],
    ['DRAIN_SECONDS', '301'],
    ['PREVIOUS_ASSETS_DIR', '/nowhere/assets'],
    ['LOGIN_REVEAL_UNKNOWN_EMAIL', 'yes'],
    ['ORBITAL_BIN', '7'],
    ['SITE_URL', 'javascript:alert(1)'],
  ])('[CONFIG-4] %s=“%s” is named with what it needs', (name, value) => {
    expect(stoppedFor(settings({ [name]: value }))).toEqual([name]);
    expect(() => readConfig(settings({ [name]: value }))).toThrow(new RegExp(`  ${name}: `));
  });
});
