import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { testSettings } from './testing/portal.ts';

const accountSid = `AC${'a'.repeat(32)}`;
const twilio = {
  TWILIO_URL: 'https://api.twilio.com',
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+12165550199',
};
const read = (settings: Record<string, string>) =>
  readConfig(testSettings('postgres://nobody@127.0.0.1:9/none', settings));

describe('settings of texts', () => {
  test('[SMS-1] without the address of the service there are no texts, whatever else is set', () => {
    expect(read({}).twilio).toBeNull();
    expect(read({ ...twilio, TWILIO_URL: '' }).twilio).toBeNull();
    expect(read({}).quietHours).toEqual({ from: 21, until: 8 });
  });

  test('[SMS-1] with it, all of them are read', () => {
    const service = `MG${'b'.repeat(32)}`;
    const more = { TWILIO_PREVIOUS_AUTH_TOKEN: 'before', TWILIO_FROM: service, TWILIO_TIMEOUT_MS: '5000' };
    const config = read({ ...twilio, ...more, TEXT_QUIET_FROM: '20', TEXT_QUIET_UNTIL: '9' });
    expect(config.twilio).toEqual({
      url: 'https://api.twilio.com',
      accountSid,
      authToken: 'secret',
      previousAuthToken: 'before',
      from: service,
      timeoutMs: 5_000,
    });
    expect(config.quietHours).toEqual({ from: 20, until: 9 });
  });

  test('[CONFIG-3] a staging address takes the staging ones', () => {
    const staged = Object.fromEntries(
      Object.entries(twilio).map(([name, value]) => [`STAGING_${name}`, value]),
    );
    const config = read({ ...staged, STAGING_HOST: 'localhost', ...stagingOfOthers() });
    expect(config.twilio?.url).toBe('https://api.twilio.com');
  });

  test('[START-1] production refuses a connection to it that others can read', () => {
    const production = { ...twilio, NODE_ENV: 'production', TRUST_PROXY: 'none' };
    expect(read(production).twilio?.url).toBe('https://api.twilio.com');
    expect(() => read({ ...production, TWILIO_URL: 'http://texts.example' })).toThrow(/TWILIO_URL: /);
  });

  test.each([
    ['TWILIO_URL', 'https://api.twilio.com/2010-04-01'],
    ['TWILIO_ACCOUNT_SID', ''],
    ['TWILIO_ACCOUNT_SID', 'SK123'],
    ['TWILIO_AUTH_TOKEN', ''],
    ['TWILIO_FROM', ''],
    ['TWILIO_FROM', '2165550199'],
    ['TWILIO_TIMEOUT_MS', '20001'],
    ['TEXT_QUIET_FROM', '24'],
    ['TEXT_QUIET_UNTIL', '-1'],
  ])('[CONFIG-4] %s=“%s” is named with what it needs', (name, value) => {
    expect(() => read({ ...twilio, [name]: value })).toThrow(
      new RegExp(`${name}: .*(?:needs|such|SID|origin|number)`),
    );
  });
});

/** The other services' settings, which a staging address needs too. */
function stagingOfOthers(): Record<string, string> {
  const names = /^(?:SMTP|TRANSAFE|ORBITAL|CHASE|VERIFYPASS)_/;
  const settings = Object.entries(testSettings('')).filter(([name]) => names.test(name));
  return Object.fromEntries(settings.map(([name, value]) => [`STAGING_${name}`, value]));
}
