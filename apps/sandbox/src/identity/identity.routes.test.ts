import { afterEach, expect, it } from 'vitest';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';
import { identityFaults } from './identity-faults.ts';

const { AUTH0_CLIENT_ID: clientId, AUTH0_CLIENT_SECRET: clientSecret } = testCredentials;
const client = { client_id: clientId, client_secret: clientSecret };
let count = 0;

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

const newAddress = (tag = 'ana') => `${tag}${count++}@example.com`;
const start = (email: string, changes: object = {}, headers: Record<string, string> = {}) => {
  // Each address has its own client: the service counts by client.
  const own = { 'auth0-forwarded-for': email, ...headers };
  const body = { ...client, connection: 'email', email, send: 'code', ...changes };
  return sandbox.callFrames('POST', '/passwordless/start', { body, headers: own });
};
const mailed = async (email: string): Promise<string> =>
  /\d{6}/.exec((await sandbox.read(`/inbox/messages?to=${encodeURIComponent(email)}`))[0].subject)?.[0] ?? '';

it('logout leads to the portal, and nowhere else', async () => {
  const logout = async (returnTo: string, id = clientId) => {
    const query = new URLSearchParams({ client_id: id, returnTo });
    return (await sandbox.callFrames('GET', `/v2/logout?${query}`)).status;
  };
  expect(await logout('http://localhost:3000/')).toBe(302);
  expect(await logout('https://evil.example/')).toBe(400);
  expect(await logout('http://localhost:3000/', 'x')).toBe(400);
});

it('tells of a user what was asked for', async () => {
  const exchange = async (scope?: string) => {
    const email = newAddress();
    await start(email);
    const grant = { grant_type: 'http://auth0.com/oauth/grant-type/passwordless/otp', realm: 'email', scope };
    const body = { ...client, ...grant, username: email, otp: await mailed(email) };
    const tokens = (await sandbox.callFrames('POST', '/oauth/token', { body })).body;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const user = (await sandbox.callFrames('GET', '/userinfo', { headers })).body;
    return ['id_token' in tokens, Object.keys(user)];
  };
  expect(await exchange()).toEqual([false, ['sub']]);
  expect(await exchange('openid email')).toEqual([true, ['sub', 'email', 'email_verified']]);
});

it('takes the latest code, once, within three wrong tries', async () => {
  const email = newAddress();
  const exchange = async (otp: string) => {
    const grant = { grant_type: 'http://auth0.com/oauth/grant-type/passwordless/otp', realm: 'email' };
    const body = { ...client, ...grant, username: email, otp };
    return (await sandbox.callFrames('POST', '/oauth/token', { body })).status;
  };
  await start(email);
  const earlier = await mailed(email);
  await start(email);
  const latest = await mailed(email);
  expect(await exchange(earlier === latest ? 'none' : earlier)).toBe(403);
  expect(await exchange(latest)).toBe(200);
  expect(await exchange(latest)).toBe(403);
  await start(email);
  for (const otp of ['a', 'b', 'c', await mailed(email)]) expect(await exchange(otp)).toBe(403);
});

it('the overview names every outcome, and the page of codes shows the outcome of each', async () => {
  const page = await sandbox.read('/');
  expect(identityFaults.filter(({ tag }) => !page.includes(`+${tag}@`))).toEqual([]);
  const email = newAddress('<b>');
  await start(email);
  await start(email);
  const table = await sandbox.read('/codes/fresh');
  expect(table).toContain('replaced by a newer one');
  expect(table).toContain('>works<');
  expect(table).not.toContain('<b>');
  expect(JSON.stringify(await sandbox.read('/codes.json'))).not.toContain(await mailed(email));
  await sandbox.call('POST', '/control', { body: { processor: 'auth0', mode: 'down' } });
  expect((await start(email)).status).toBe(503);
});
