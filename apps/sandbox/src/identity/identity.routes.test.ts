import { createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox, testCredentials } from '../testing/test-sandbox.ts';
import { identityFaults } from './identity-faults.ts';

const { clientId, clientSecret } = testCredentials.auth0;
const client = { client_id: clientId, client_secret: clientSecret };
const grant = 'http://auth0.com/oauth/grant-type/passwordless/otp';
let sandbox: TestSandbox;
let count = 0;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(() => sandbox.stop());

const newAddress = (tag = 'ana') => `${tag}${count++}@example.com`;
const start = (email: string, changes: object = {}, headers: Record<string, string> = {}) => {
  // A client of its own for each address: the service counts by client.
  const own = { 'auth0-forwarded-for': email, ...headers };
  const body = { ...client, connection: 'email', email, send: 'code', ...changes };
  return sandbox.callFrames('POST', '/passwordless/start', { body, headers: own });
};
const mailed = async (email: string): Promise<string> =>
  /\d{6}/.exec((await sandbox.read(`/inbox/messages?to=${encodeURIComponent(email)}`))[0].subject)?.[0] ?? '';
const exchange = (email: string, otp: string, changes: object = {}) => {
  const body = { ...client, grant_type: grant, realm: 'email', username: email, otp, ...changes };
  return sandbox.callFrames('POST', '/oauth/token', { body });
};
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const userInfo = (token: string) =>
  sandbox.callFrames('GET', '/userinfo', { headers: { authorization: `Bearer ${token}` } });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a code', () => {
  it('is mailed in the language of the request, and is exchanged for tokens once', async () => {
    const email = newAddress();
    expect((await start(email, {}, { 'x-request-language': 'es' })).status).toBe(200);
    const [mail] = await sandbox.read(`/inbox/messages?to=${email}`);
    expect(mail.subject).toContain('es su código');
    const code = await mailed(email);
    const { status, body } = await exchange(email, code);
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
    expect((await userInfo(body.access_token)).body).toMatchObject({ email, email_verified: true });
    expect((await userInfo('x')).status).toBe(401);
    expect((await exchange(email, code)).body.error).toBe('invalid_grant');
  });

  it('works only if it is the latest, within three wrong tries, and within its time', async () => {
    const email = newAddress();
    await start(email);
    const first = await mailed(email);
    await start(email);
    const second = await mailed(email);
    if (first !== second) expect((await exchange(email, first)).status).toBe(403);
    expect((await exchange(email, wrongOf(second))).body.error_description).toMatch(/^Wrong/);
    for (const _ of [1, 2, 3]) await exchange(email, wrongOf(second));
    expect((await exchange(email, second)).body.error_description).toContain('maximum number of attempts');
    await start(email);
    sandbox.clock.advance(300_000);
    expect((await exchange(email, await mailed(email))).body.error_description).toContain('expired');
  });

  it.each([
    ['another secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['another connection', { connection: 'sms' }, 400, 'bad.connection'],
    ['no address', { email: 'nobody' }, 400, 'bad.email'],
    ['a link', { send: 'link' }, 400, 'invalid_request'],
  ])('is not mailed for %s', async (_what, changes, status, error) => {
    expect(await start(newAddress(), changes)).toMatchObject({ status, body: { error } });
  });

  it.each([
    ['another secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 403, 'unauthorized_client'],
    ['another realm', { realm: 'sms' }, 400, 'invalid_request'],
  ])('is not exchanged with %s', async (_what, changes, status, error) => {
    const email = newAddress();
    await start(email);
    expect(await exchange(email, await mailed(email), changes)).toMatchObject({ status, body: { error } });
  });

  it('can be requested fifty times an hour by one client', async () => {
    const headers = { 'auth0-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let sent = 0; sent < 51; sent += 1) statuses.push((await start(newAddress(), {}, headers)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([50, 429]);
    expect((await start(newAddress())).status).toBe(200);
    sandbox.clock.advance(3_600_000);
    expect((await start(newAddress(), {}, headers)).status).toBe(200);
  });
});

describe('tokens', () => {
  it('are signed with the published key, which can be rotated', async () => {
    const isSigned = async () => {
      const email = newAddress();
      await start(email);
      const { id_token: token } = (await exchange(email, await mailed(email))).body;
      const [header = '', claims = '', signature = ''] = token.split('.');
      const { keys } = (await sandbox.callFrames('GET', '/.well-known/jwks.json')).body;
      expect(keys).toHaveLength(1);
      expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(keys[0].kid);
      const key = createPublicKey({ key: keys[0], format: 'jwk' });
      const content = Buffer.from(`${header}.${claims}`);
      return verify('sha256', content, key, Buffer.from(signature, 'base64url')) ? keys[0].kid : undefined;
    };
    const before = await isSigned();
    await sandbox.call('POST', '/codes/rotate-keys');
    const after = await isSigned();
    expect(before).toBeDefined();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it('name the issuer of the discovery document, the client, and the address', async () => {
    const email = newAddress();
    await start(email);
    const { id_token: token } = (await exchange(email, await mailed(email))).body;
    const { issuer } = (await sandbox.callFrames('GET', '/.well-known/openid-configuration')).body;
    expect(issuer).toBe(`${sandbox.framesUrl}/`);
    expect(claimsOf(token)).toMatchObject({ iss: issuer, aud: clientId, email, email_verified: true });
  });
});

it('logout leads to the portal, and nowhere else', async () => {
  const logout = async (returnTo: string, id = clientId) => {
    const query = new URLSearchParams({ client_id: id, returnTo });
    return (await sandbox.callFrames('GET', `/v2/logout?${query}`)).status;
  };
  expect(await logout('http://localhost:3000/')).toBe(302);
  expect(await logout('https://evil.example/')).toBe(400);
  expect(await logout('http://localhost:3000/', 'x')).toBe(400);
});

it('the overview names every outcome, and the page of codes says what became of them', async () => {
  const page = await sandbox.read('/');
  expect(identityFaults.filter(({ tag }) => !page.includes(`+${tag}@`))).toEqual([]);
  const email = newAddress('<b>');
  await start(email);
  await start(email);
  const table = await sandbox.read('/codes/table');
  expect(table).toContain('replaced by a newer one');
  expect(table).toContain('>works<');
  expect(table).not.toContain('<b>');
  expect(JSON.stringify(await sandbox.read('/codes.json'))).not.toContain(await mailed(email));
  await sandbox.call('POST', '/control', { body: { processor: 'auth0', mode: 'down' } });
  expect((await start(email)).status).toBe(503);
});
