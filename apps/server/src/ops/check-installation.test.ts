import { describe, expect, test } from 'vitest';
import { wholeFile } from '../testing/builders/import-lines.ts';
import { forEachTest } from '../testing/for-tests.ts';
import { testSettings } from '../testing/portal.ts';
import { runOps } from '../testing/run-ops.ts';
import { startTestImport } from '../testing/test-import.ts';

const testImport = forEachTest(() => startTestImport());

/** What charges real customers, whatever else is on this machine. */
const real = {
  NODE_ENV: 'production',
  TRUST_PROXY: 'none',
  PUBLIC_URL: 'https://my.provider.test',
  TRANSAFE_URL: 'https://transafe.test',
};

/** Runs `ops check` and returns the claims that fail. */
async function failed(settings: Record<string, string> = {}): Promise<string[]> {
  const url = testImport.pool.options.connectionString ?? '';
  const { code, out, err } = await runOps(testSettings(url, settings), ['check']);
  const claims = [...out.matchAll(/^FAILED (.*)$/gm)].map(([, claim]) => claim ?? '');
  expect({ code, err }).toEqual({ code: claims.length > 0 ? 1 : 0, err: '' });
  return claims;
}

describe('invented customers', () => {
  const invented = 'no invented customer is in a real installation';

  test('are named where real ones pay, each with its login', async () => {
    await testImport.importWell(...wholeFile());
    expect(await failed(real)).toContain(invented);
    await testImport.rows("update customer set email_address = 'ana@notexample.com'");
    expect(await failed(real)).toContain(invented);
    await testImport.rows("update login set email_address = 'ana@example.com.mx'");
    expect(await failed(real)).not.toContain(invented);
    await testImport.rows("update customer set email_address = 'Office@Bakery.EXAMPLE.net'");
    expect(await failed(real)).toContain(invented);
  });

  test.each([
    ['a local start', { TRANSAFE_URL: real.TRANSAFE_URL }],
    ['the sandbox as processor', { ...real, TRANSAFE_URL: 'http://127.0.0.1:9' }],
    ['a staging host', { ...real, STAGING_HOST: 'my.provider', ...stagingTwins() }],
  ])('may be on %s', async (_where, settings) => {
    await testImport.importWell(...wholeFile());
    expect(await failed(settings)).not.toContain(invented);
  });
});

/** Every setting of an outside service under its name on staging. */
function stagingTwins(): Record<string, string> {
  const names = Object.entries({ ...testSettings(''), ...real });
  return Object.fromEntries(names.map(([name, value]) => [`STAGING_${name}`, value]));
}

describe('what waits for nobody', () => {
  const off = 'nothing waits for a service that is off';
  const unsent = 'every mail and text that waits is one that the portal sends';
  const twilio = {
    TWILIO_URL: 'http://127.0.0.1:9',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_FROM: '+12165550123',
  };
  const fieldService = {
    FIELD_SERVICE_URL: 'http://127.0.0.1:9',
    FIELD_SERVICE_TOKEN: 'token',
    FIELD_SERVICE_HOOK_KEY: 'test-field-service-hook-key-00001',
  };
  const text = (dueAt: string) => `
    insert into text_message (account_id, event_key, topic, kind, language, recipient, payload_sealed, payload_key_id,
      created_at, due_at, useless_after)
    select id, 'e', 't', 'visit-scheduled', 'en', '+16145550100', '\\x00', 'test', now(), ${dueAt}, now() from account`;
  const mail = (template: string, dueAt: string) => `
    insert into outbox (event_key, channel, recipient, template, language, payload, created_at, next_attempt_at)
    values ('e', 'mail', 'a@provider.test', '${template}', 'en', '{}', now(), ${dueAt})`;

  async function after(statement: string, settings: Record<string, string> = {}) {
    await testImport.importWell(...wholeFile());
    await testImport.rows('delete from outbox');
    await testImport.rows(statement);
    return (await failed(settings)).filter((claim) => claim === off || claim === unsent);
  }

  test('a text, where no texts are sent', async () => {
    expect(await after(text("now() - interval '61 minutes'"))).toEqual([off]);
    expect(await failed(twilio)).toEqual([]);
    await testImport.rows("update text_message set due_at = now() - interval '59 minutes'");
    expect(await failed()).toEqual([]);
  });

  test('a move of a visit, where nobody moves visits', async () => {
    const move = (state: string, settledAt: string) => `
      insert into appointment_change (account_id, appointment_id, area, starts_at, ends_at, state, requested_at, settled_at)
      select account_id, id, '45402', starts_at, ends_at, '${state}', now(), ${settledAt} from appointment`;
    expect(await after(move('CONFIRMING', 'null'))).toEqual([off]);
    expect(await failed(fieldService)).toEqual([]);
    await testImport.rows("update appointment_change set state = 'CONFIRMED', settled_at = now()");
    expect(await failed()).toEqual([]);
  });

  test('a mail that no template makes', async () => {
    expect(await after(mail('payment-forgotten', 'now()'))).toEqual([unsent]);
    await testImport.rows("update outbox set state = 'DEAD'");
    expect(await failed()).toEqual([]);
  });

  test('a mail or text of a day ago in a real installation', async () => {
    expect(await after(mail('payment-unconfirmed', "now() - interval '25 hours'"))).toEqual([]);
    expect(await failed(real)).toContain(unsent);
    await testImport.rows("update outbox set next_attempt_at = now() - interval '23 hours'");
    expect(await failed(real)).not.toContain(unsent);
    await testImport.rows(text("now() - interval '25 hours'"));
    expect(await failed({ ...real, ...twilio })).toContain(unsent);
    await testImport.rows("update text_message set due_at = now() - interval '23 hours'");
    expect(await failed({ ...real, ...twilio })).not.toContain(unsent);
  });
});
