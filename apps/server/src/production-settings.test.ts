import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { generateKeys } from './platform/generate-keys.ts';
import { parseSecretKeys } from './platform/key-settings.ts';
import { testSettings } from './testing/portal.ts';
import { stoppedFor as settingsStoppedFor } from './testing/stopped-for.ts';

const production = { NODE_ENV: 'production', TRUST_PROXY: 'none' };
const settings = (changes: Record<string, string>) =>
  testSettings('postgres://localhost/test', { ...production, ...changes });

const stoppedFor = (changes: Record<string, string>) => settingsStoppedFor(settings(changes));

describe('connections that others can read', () => {
  test.each([
    ['PUBLIC_URL', 'http://my.provider.example'],
    ['PUBLIC_URL', 'http://127.0.0.1.provider.example'],
    ['PUBLIC_URL', 'http://localhost.provider.example'],
    ['TRANSAFE_URL', 'http://10.0.0.7/transafe'],
    ['ORBITAL_URL', 'http://processor.example'],
    ['TRANSAFE_FRAME_URL', 'http://frame.example'],
    ['CHASE_FORM_URL', 'http://form.example'],
    ['VERIFYPASS_URL', 'http://verify.example'],
    ['SMTP_URL', 'smtp://mail.provider.example'],
    ['SMTP_URL', 'smtp://mail.provider.example:587?requireTLS=false'],
    ['SMTP_URL', 'smtp://mail.provider.example:587?requiretls=true'],
    ['SMTP_URL', 'smtp://mail.provider.example:587?requireTLS=true&ignoreTLS=true'],
    ['SMTP_URL', 'smtps://mail.provider.example?tls.rejectUnauthorized=false'],
    ['CLOCK_FILE', '/tmp/clock'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['DATABASE_URL', 'postgres://a:p@db.provider.example/name'],
    ['DATABASE_URL', 'postgres://a:p@10.0.0.7:5432/name'],
    ['DATABASE_URL', 'postgres://a:p@localhost/name?host=db.provider.example'],
    ['DATABASE_URL', 'postgres://a:p@localhost,db.provider.example/name'],
    ['DATABASE_URL', 'postgres://a:p@db.provider.example/name?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://a:p@db.provider.example/name?sslmode=require&uselibpqcompat=true'],
    ['DATABASE_DIRECT_URL', 'postgres://a:p@db.provider.example/name?sslmode=prefer'],
    ['DATABASE_REPLICA_URL', 'postgres://a:p@replica.provider.example/name'],
    ['TRUST_PROXY', ''],
  ])('[START-1] %s=“%s” is refused in production, and only there', (name, value) => {
    expect(stoppedFor({ [name]: value })).toEqual([name]);
    const { NODE_ENV: _, ...local } = settings({ [name]: value });
    expect(() => readConfig(local)).not.toThrow();
  });

  test('[START-1, LOGIN-8] AUTH0_URL is refused in production, unless it is encrypted or on this machine', () => {
    const application = { AUTH0_CLIENT_ID: 'id', AUTH0_CLIENT_SECRET: 'secret' };
    const withService = (url: string) =>
      stoppedFor({ FLAG_CUSTOM_LOGIN_FLOW: 'false', AUTH0_URL: url, ...application });
    expect(withService('http://provider.auth0.example')).toEqual(['AUTH0_URL']);
    expect(withService('https://provider.auth0.example')).toEqual([]);
    expect(withService('http://127.0.0.1:4002')).toEqual([]);
  });

  test.each([
    ['PUBLIC_URL', 'https://my.provider.example'],
    ['PUBLIC_URL', 'http://localhost:3000'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
    ['TRANSAFE_URL', 'http://127.8.9.1/transafe'],
    ['ORBITAL_URL', 'https://processor.example'],
    ['SMTP_URL', 'smtps://user:secret@mail.provider.example'],
    ['SMTP_URL', 'smtp://user:secret@mail.provider.example:587?requireTLS=true'],
    ['SMTP_URL', 'smtp://localhost'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '1'],
    ['DATABASE_URL', 'postgres://a:p@[::1]:5432/name'],
    ['DATABASE_URL', 'postgres://a:p@%2Fvar%2Frun%2Fpostgresql/name'],
    ['DATABASE_URL', 'postgres://a:p@db.provider.example/name?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://a:p@db.provider.example/name?sslmode=require'],
    ['DATABASE_REPLICA_URL', 'postgres://a:p@one.example,two.example/name?sslmode=verify-full'],
  ])('[START-1] %s=“%s” is accepted', (name, value) => {
    expect(stoppedFor({ [name]: value })).toEqual([]);
  });

  test('[START-1, CONFIG-3] on a staging address the staging settings are checked, under their own names', () => {
    const { SMTP_URL, TRANSAFE_URL, ORBITAL_URL, ...rest } = settings({});
    const staged = Object.entries(rest).map(([name, value]) => [`STAGING_${name}`, value]);
    const problems = stoppedFor({
      ...Object.fromEntries(staged),
      PUBLIC_URL: 'https://my.staging.example',
      STAGING_HOST: 'staging',
      STAGING_SMTP_URL: 'smtp://mail.example',
      STAGING_TRANSAFE_URL: 'http://processor.example',
      STAGING_ORBITAL_URL: 'https://processor.example',
      TRANSAFE_URL: 'http://processor.example',
    });
    expect(problems).toEqual(['STAGING_TRANSAFE_URL', 'STAGING_SMTP_URL']);
  });
});

describe('TRUST_PROXY', () => {
  test.each([
    'yes',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '0.0.0.0/0',
    '::/0',
    '::1/129',
    '10.0.0.1,',
    'none,10.0.0.1',
    'fe80::1%eth0',
    '10.0.0.1/8/8',
    '10.0.0.1/+8',
  ])('[START-1] “%s” is refused everywhere', (value) => {
    expect(stoppedFor({ TRUST_PROXY: value })).toEqual(['TRUST_PROXY']);
    expect(stoppedFor({ TRUST_PROXY: value, NODE_ENV: '' })).toEqual(['TRUST_PROXY']);
  });

  test.each([
    ['none', []],
    ['10.0.0.1', ['10.0.0.1']],
    ['loopback, 10.0.0.0/8,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
    ['linklocal,uniquelocal', ['linklocal', 'uniquelocal']],
  ])('[START-1] “%s” is accepted', (value, trusted) => {
    expect(readConfig(settings({ TRUST_PROXY: value })).trustProxy).toEqual(trusted);
  });
});

describe('MAIL_FROM', () => {
  test.each([
    'no-reply',
    'Provider <no-reply',
    'a@b.example, c@d.example',
    'team: a@b.example;',
    '@b.example',
    'a@b.example>',
    'P <a@b.example>\r\nBcc: c@d.example',
  ])('[START-1] “%s” is refused', (value) => expect(stoppedFor({ MAIL_FROM: value })).toEqual(['MAIL_FROM']));

  test.each([
    'no-reply@provider.example',
    'Provider <no-reply@provider.example>',
    '"Provider, Inc." <a@b.example>',
  ])('[START-1] “%s” is accepted', (value) =>
    expect(readConfig(settings({ MAIL_FROM: value })).mail.from).toBe(value),
  );
});

const hex = (bytes: number[]) => Buffer.from(bytes).toString('hex');
const series = (step: number) => hex(Array.from({ length: 32 }, (_, index) => (7 + index * step) % 256));
const [, randomKey = ''] = generateKeys('x').SECRET_KEYS.split(':');

describe('SECRET_KEYS', () => {
  test.each([
    ['zeros', `a:${'0'.repeat(64)}`],
    ['a repeated pattern', `a:${'0123456789abcdef'.repeat(4)}`],
    ['a pattern of 16 bytes, twice', `a:${randomKey.slice(0, 32).repeat(2)}`],
    ['counting up', `a:${series(1)}`],
    ['counting down', `a:${series(255)}`],
    ['counting in steps', `a:${series(9)}`],
    ['text', `a:${Buffer.from('correct horse battery staple 123').toString('hex')}`],
    ['one weak key of two', `a:${randomKey},b:${'ab'.repeat(32)}`],
    ['the same id twice', `a:${randomKey},a:${generateKeys('x').SECRET_KEYS.split(':')[1]}`],
    ['the same key twice', `a:${randomKey},b:${randomKey.toUpperCase()}`],
  ])('[START-1] %s is refused', (_what, value) => {
    expect(stoppedFor({ SECRET_KEYS: value })).toEqual(['SECRET_KEYS']);
  });

  test('[START-1] random keys are accepted', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const value = randomBytes(32).toString('hex');
      expect([value, parseSecretKeys(`random:${value}`)?.length]).toEqual([value, 1]);
    }
  });
});

const [key = {}] = JSON.parse(generateKeys('x').ID_TOKEN_KEYS);
const [other = {}] = JSON.parse(generateKeys('y').ID_TOKEN_KEYS);

describe('ID_TOKEN_KEYS', () => {
  test.each([
    ['d of another key', [{ ...key, d: other.d }]],
    ['a point off the curve', [{ ...key, y: key.x }]],
    ['no d', [{ ...key, d: undefined }]],
    ['no kid', [{ ...key, kid: '' }]],
    ['a kid that is a number', [{ ...key, kid: 7 }]],
    ['another algorithm', [{ ...key, alg: 'ES384' }]],
    ['another use', [{ ...key, use: 'enc' }]],
    ['the same kid twice', [key, { ...other, kid: key.kid }]],
    ['a bad second key', [key, { ...other, d: key.d }]],
    ['another curve', [{ ...exportKey('P-384'), kid: 'x' }]],
    ['nothing', [null]],
    ['a key outside an array', key],
  ])('[START-1] %s is refused', (_what, keys) => {
    expect(stoppedFor({ ID_TOKEN_KEYS: JSON.stringify(keys) })).toEqual(['ID_TOKEN_KEYS']);
  });

  test('[START-1] a member that is given twice is named', () => {
    const value = JSON.stringify([key]).replace('"kty"', '"kid":"other","kty"');
    expect(() => readConfig(settings({ ID_TOKEN_KEYS: value }))).toThrow('line 1: "kid" is given twice');
  });

  test('[START-1] two good keys are accepted', () => {
    const config = readConfig(settings({ ID_TOKEN_KEYS: JSON.stringify([key, other]) }));
    expect(config.idTokenKeys.map(({ kid }) => kid)).toEqual([key.kid, other.kid]);
  });
});

function exportKey(namedCurve: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })).export({ format: 'jwk' });
}

test('[STOP-1] production drains by default, a local start does not', () => {
  expect(readConfig(settings({})).drainSeconds).toBe(10);
  expect(readConfig(settings({ NODE_ENV: '' })).drainSeconds).toBe(0);
});
