import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@myaccount/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OidcService,
  oidcClient,
  otherClient,
  rightCode,
  startOidcService,
} from '../../testing/oidc-service.ts';
import { idTokenCheck } from './auth0.id-token.ts';
import { keyPauseMs } from './auth0.names.ts';
import { openAuth0 } from './auth0.ts';

// An identity service that nobody here wrote: the tokens, keys, and user-info are those of the library `oidc-provider`.

let service: OidcService;
beforeAll(async () => {
  service = await startOidcService();
});
afterAll(() => service.close());

const settingsOf = ({ url }: OidcService) => ({
  ...oidcClient,
  url,
  issuer: `${url}/`,
  connection: 'email',
  timeoutMs: 5_000,
  endsSessions: false,
});
const openGateway = () =>
  openAuth0({ settings: settingsOf(service), clock: systemClock, log: pino({ level: 'silent' }) });
const typed = (emailAddress: string, code = rightCode) => ({
  emailAddress,
  code,
  clientAddress: '192.0.2.1',
});
const openCheck = () => idTokenCheck(settingsOf(service), systemClock);

describe('the code exchange', () => {
  test('[LOGIN-8] a right code says whose verified address it is', async () => {
    const check = await openGateway().checkCode(typed('ana@example.com'));
    expect(check).toMatchObject({ outcome: 'verified' });
  });

  test('[LOGIN-8] a wrong code, and an address that is not verified, sign nobody in', async () => {
    expect(await openGateway().checkCode(typed('ana@example.com', '000000'))).toMatchObject({
      outcome: 'wrong-code',
    });
    expect((await openGateway().checkCode(typed('unverified@example.com'))).outcome).not.toBe('verified');
  });
});

describe('id_tokens', () => {
  test('[LOGIN-8] name subject and address', async () => {
    const reading = await openCheck()(await service.idTokenOf('ana@example.com'));
    expect(reading).toMatchObject({
      kind: 'claims',
      claims: { sub: 'email|ana@example.com', email: 'ana@example.com', aud: oidcClient.clientId },
    });
  });

  test('[LOGIN-8] of another client of the same service count for nothing', async () => {
    const reading = await openCheck()(await service.idTokenOf('ana@example.com', otherClient));
    expect(reading).toMatchObject({ kind: 'failure', check: { outcome: 'untrusted' } });
  });

  test('[LOGIN-8] with one changed character count for nothing', async () => {
    const [header, claims, signature = ''] = (await service.idTokenOf('ana@example.com')).split('.');
    const other = signature.startsWith('A') ? 'B' : 'A';
    const forged = [header, claims, other + signature.slice(1)].join('.');
    expect(await openCheck()(forged)).toMatchObject({ check: { outcome: 'untrusted' } });
  });

  test('[LOGIN-8] signed otherwise than agreed count for nothing', async () => {
    const elliptic = await startOidcService('ES256');
    const check = idTokenCheck(settingsOf(elliptic), systemClock);
    expect(await check(await elliptic.idTokenOf('ana@example.com'))).toMatchObject({
      check: { outcome: 'untrusted' },
    });
    elliptic.close();
  });
});

describe('keys that change', () => {
  test('[LOGIN-8] a new key is fetched when a token names it, beside the old one or in its place', async () => {
    const check = openCheck();
    const before = await service.idTokenOf('ana@example.com');
    expect((await check(before)).kind).toBe('claims');
    for (const keepOld of [true, false]) {
      service.rotateKeys({ keepOld });
      await sleep(keyPauseMs + 100);
      expect((await check(await service.idTokenOf('ana@example.com'))).kind).toBe('claims');
    }
    expect((await check(before)).kind, 'its key is published no more').toBe('failure');
  });

  test('[LOGIN-8] a token of the key before counts while that key is published', async () => {
    const before = await service.idTokenOf('ana@example.com');
    service.rotateKeys({ keepOld: true });
    expect((await openCheck()(before)).kind).toBe('claims');
    service.rotateKeys({ keepOld: false });
    expect((await openCheck()(before)).kind).toBe('failure');
  });
});
