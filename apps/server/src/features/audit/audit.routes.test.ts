import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let owner: BuiltLogin;
let token: string;
beforeAll(async () => {
  portal = await startTestPortal();
  owner = await buildLogin(portal.db);
  token = await portal.signIn(owner.emailAddress);
});
afterAll(() => portal.close());

const logged = () =>
  portal.db.selectFrom('audit_entry').selectAll().where('action', '=', 'page.logged').execute();

test('[API-21] keeps who, what, and from where, without any long number', async () => {
  const { accountNumber } = owner.account;
  const body = { accountNumber, action: 'frame 4111 1111 1111 1111', error: 'refused 4000000000000002' };
  expect((await portal.post('/logger/log', body, token)).statusCode).toBe(202);

  expect(await logged()).toMatchObject([
    {
      account_id: owner.account.id,
      actor: `login:${owner.loginId}`,
      detail: { action: 'frame …1111', error: 'refused …0002' },
      client_address: '127.0.0.1',
    },
  ]);
});

test("[API-21] somebody else's account looks as if it did not exist, and nothing is kept", async () => {
  const stranger = await buildLogin(portal.db);
  const before = await logged();
  const body = { accountNumber: stranger.account.accountNumber, action: 'frame opened' };
  expect((await portal.post('/logger/log', body, token)).statusCode).toBe(404);
  expect((await portal.post('/logger/log', body)).statusCode).toBe(401);
  expect(await logged()).toEqual(before);
});
