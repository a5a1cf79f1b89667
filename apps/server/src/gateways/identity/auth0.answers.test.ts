import { describe, expect, test } from 'vitest';
import { readStart, readTokens, readUserInfo } from './auth0.answers.ts';

const nowMs = 1_800_000_000_000;
const answer = (status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ({ kind: 'response', status, body, headers: new Headers(headers) }) as const;
const refusal = (description: string) => ({ error: 'invalid_grant', error_description: description });

describe('a code that is not exchanged', () => {
  test.each([
    [403, refusal('Wrong email or verification code.'), 'wrong-code'],
    [403, refusal("You've reached the maximum number of attempts. Please try to login again."), 'wrong-code'],
    [403, refusal('The verification code has expired. Please try to login again.'), 'expired-code'],
    [403, refusal('Words that nobody has seen yet'), 'wrong-code'],
    [400, { error: 'invalid_grant' }, 'wrong-code'],
    [403, { error: 'access_denied', error_description: 'x' }, 'refused'],
    [401, { error: 'unauthorized', error_description: 'user is blocked' }, 'refused'],
    [401, { error: 'invalid_client' }, 'unavailable'],
    [403, { error: 'unauthorized_client' }, 'unavailable'],
    [429, refusal('Wrong email or verification code.'), 'too-many'],
    [500, refusal('Wrong email or verification code.'), 'unavailable'],
    [200, { access_token: 'a' }, 'unavailable'],
    [200, { access_token: 'a\nb', id_token: 'i' }, 'unavailable'],
    [200, { access_token: 7, id_token: 'i' }, 'unavailable'],
  ])('[LOGIN-8] %i %j: %s', (status, body, outcome) => {
    expect(readTokens(answer(status, body), nowMs)).toMatchObject({ outcome });
  });

  test.each([
    ['no-response', 'unavailable'],
    ['not-sent', 'unavailable'],
  ] as const)('[LOGIN-8] %s: %s', (kind, outcome) => {
    expect(readTokens({ kind, text: 'gone' }, nowMs)).toEqual({
      outcome,
      text: 'gone',
      isMisconfigured: false,
    });
    expect(readStart({ kind, text: 'gone' }, nowMs)).toMatchObject({ outcome });
  });
});

describe('a start', () => {
  test.each([
    [200, {}, 'sent'],
    [400, { error: 'bad.email' }, 'unknown-address'],
    [400, { error: 'bad.connection', error_description: 'Public signup is disabled' }, 'unknown-address'],
    [400, { error: 'bad.connection', error_description: 'Connection does not exist' }, 'unavailable'],
    [401, { error: 'bad.email' }, 'unavailable'],
    [500, { error: 'bad.email' }, 'unavailable'],
    [302, {}, 'unavailable'],
  ])('[LOGIN-8] %i %j: %s', (status, body, outcome) => {
    expect(readStart(answer(status, body), nowMs)).toMatchObject({ outcome });
  });

  test.each([
    [{ 'retry-after': '17' }, 17],
    [{ 'retry-after': '17', 'x-ratelimit-reset': String(nowMs / 1_000 + 40) }, 17],
    [{ 'x-ratelimit-reset': String(nowMs / 1_000 + 40) }, 40],
    [{ 'x-ratelimit-reset': String(nowMs / 1_000 - 40) }, 1],
    [{ 'retry-after': 'soon' }, 60],
    [{ 'retry-after': '999999' }, 3_600],
    [{}, 60],
  ])('[LOGIN-8] 429 with %j waits %i seconds', (headers, retryAfterSeconds) => {
    expect(readStart(answer(429, {}, headers as Record<string, string>), nowMs)).toEqual({
      outcome: 'too-many',
      retryAfterSeconds,
    });
  });

  test('[LOGIN-8] only an error code of the service gets into the log', () => {
    const text = (error: unknown) =>
      (readStart(answer(400, { error, error_description: 'ana@example.com' }), nowMs) as { text: string })
        .text;
    const texts = [text('bad.connection'), text('ana@example.com'), text({}), text('a b')];
    expect(texts.map((one) => one.split(': ').at(-1))).toEqual([
      'HTTP 400 bad.connection',
      'HTTP 400',
      'HTTP 400',
      'HTTP 400',
    ]);
  });
});

describe('the user-info', () => {
  const claims = { sub: 's', email: 'ana@example.com', email_verified: true };
  const read = (user: Record<string, unknown>, token: Record<string, unknown> = claims) =>
    readUserInfo(answer(200, user), { claims: token, emailAddress: 'ana@example.com', nowMs }).outcome;

  test.each([
    [claims, claims, 'verified'],
    [{ ...claims, email: 'Ana@Example.com' }, claims, 'verified'],
    [claims, { sub: 's' }, 'verified'],
    [claims, { ...claims, email: 'eve@example.com' }, 'untrusted'],
    [claims, { ...claims, email_verified: false }, 'untrusted'],
    [{ ...claims, sub: 't' }, claims, 'untrusted'],
    [{ ...claims, email: 'eve@example.com' }, claims, 'untrusted'],
    [{ ...claims, email_verified: 'true' }, claims, 'untrusted'],
    [{ sub: 's', email: 'ana@example.com' }, claims, 'untrusted'],
    [{ sub: 's', email_verified: true }, { sub: 's' }, 'untrusted'],
  ])('[LOGIN-6, LOGIN-8] %j with the token %j: %s', (user, token, outcome) => {
    expect(read(user, token)).toBe(outcome);
  });
});
