import { flagDefaults } from '@myaccount/contract/flags';
import { limitDefaults } from '@myaccount/contract/limits';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { SettingsError } from './platform/settings.ts';
import { testSettings } from './testing/portal.ts';

const settings = (changes: Record<string, string> = {}) => testSettings('postgres://localhost/test', changes);

/** Names that a start with these settings is stopped for. */
function stoppedFor(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map(({ name }) => name);
  }
}

describe('flags and limits', () => {
  test('[CONFIG-1] flags have the promised defaults', () => {
    expect(readConfig(settings()).flags).toEqual({
      recurringPayments: false,
      heroDiscount: true,
      customLoginFlow: true,
      languageDropdown: true,
      billingRefresh: true,
      mobileLoginBanner: true,
      downtimeBanner: false,
      cardProcessorPayments: true,
      requestTimeoutEnabled: false,
    });
  });

  test('[CONFIG-1] each flag is a setting', () => {
    for (const [name, value] of Object.entries(flagDefaults)) {
      const setting = `FLAG_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
      expect(readConfig(settings({ [setting]: String(!value) })).flags).toMatchObject({ [name]: !value });
      expect(stoppedFor(settings({ [setting]: 'perhaps' }))).toEqual([setting]);
    }
  });

  test('[CONFIG-2] limits have the promised defaults', () => {
    expect(readConfig(settings()).limits).toMatchObject({
      pageSize: 5,
      requestTimeoutMs: 10_000,
      toastMs: 2_000,
      resendSeconds: 300,
      pinDigits: 4,
      phoneDigits: 10,
      zipDigits: 5,
      codeDigits: 6,
      giftWindowDays: 90,
      slotWindowDays: 15,
      slotFetchDays: 15,
      slotCalendarExtraDays: 7,
      arrivalExtraMinutes: 5,
      popoverViews: 2,
      popoverDays: 365,
      metricsRefreshSeconds: 10,
      metricsPoints: 50,
      desktopPx: 992,
      phoneEm: 48,
    });
  });

  test('[CONFIG-2] each limit is a setting', () => {
    for (const name of Object.keys(limitDefaults)) {
      const setting = `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
      expect(readConfig(settings({ [setting]: '7' })).limits).toMatchObject({ [name]: 7 });
      expect(stoppedFor(settings({ [setting]: '0' }))).toEqual([setting]);
    }
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
    ]);
  });

  test('[CONFIG-3] a path or query that holds the staging host decides nothing', () => {
    const config = readConfig(
      settings({ ...staged, PUBLIC_URL: 'https://my.provider.example/staging?staging' }),
    );
    expect(config.transafe.url).toBe('http://127.0.0.1:9/transafe');
  });
});

describe('a wrong setting stops the start', () => {
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
    ['SESSION_IDLE_SECONDS', '-5'],
    ['LOGIN_REVEAL_UNKNOWN_EMAIL', 'yes'],
    ['ORBITAL_BIN', '7'],
    ['SITE_URL', 'javascript:alert(1)'],
  ])('[CONFIG-4] %s=“%s” is named with what it needs', (name, value) => {
    expect(stoppedFor(settings({ [name]: value }))).toEqual([name]);
    expect(() => readConfig(settings({ [name]: value }))).toThrow(new RegExp(`  ${name}: `));
  });

  test('[CONFIG-4] a clock that can be moved is refused in production', () => {
    expect(stoppedFor(settings({ NODE_ENV: 'production', CLOCK_FILE: '/tmp/clock' }))).toEqual([
      'CLOCK_FILE',
    ]);
  });
});
