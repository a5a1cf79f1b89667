import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@myaccount/clock';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type OidcService, oidcClient, rightCode, startOidcService } from '../../testing/oidc-service.ts';
import { idTokenCheck } from './auth0.id-token.ts';
import { keyPauseMs } from './auth0.names.ts';
import { openAuth0 } from './auth0.ts';

// An identity service that nobody here wrote: the tokens, keys, and user-info are those of the library `oidc-provider`.

const service = forFile(() => startOidcService());

const settingsOf = ({ url }: OidcService) => ({
  ...oidcClient,
  url,
  issuer: `${url}/`,
  connection: 'email',
  timeoutMs: 5_000,
  endsSessions: false,
});
const openGateway = () => openAuth0(settingsOf(service), systemClock, pino({ level: 'silent' }));
const openCheck = () => idTokenCheck(settingsOf(service), systemClock);

describe('the code exchange', () => {
  test('[LOGIN-8] a right code says whose verified address it is', async () => {
    const check = await openGateway().checkCode({
      emailAddress: 'ana@example.com',
      code: rightCode,
      clientAddress: '192.0.2.1',
    });
    expect(check).toMatchObject({ outcome: 'verified' });
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
