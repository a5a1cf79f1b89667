import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLogin } from '../../testing/builders/login.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function buildVisitor() {
  const login = await buildLogin(portal.db);
  return { ...login, token: await portal.signIn(login.emailAddress) };
}

const eventsOf = (accountId: string) =>
  portal.db.selectFrom('page_event').selectAll().where('account_id', '=', accountId).execute();

describe('[API-21] an event of a page', () => {
  test('is stored with who and from where, without card numbers, outside the audit trail', async () => {
    const { account, loginId, token } = await buildVisitor();
    const body = {
      accountNumber: account.accountNumber,
      action: 'frame failed for 4111111111111111',
      error: 'refused 4000 0000 0000 0002',
    };
    const response = await portal.post('/logger/log', body, token, { 'x-correlation-id': 'page-event-1' });
    expect(response.statusCode).toBe(202);
    expect(await eventsOf(account.id)).toEqual([
      {
        account_id: account.id,
        id: expect.any(String),
        login_id: loginId,
        at: portal.clock.now(),
        action: 'frame failed for …1111',
        error: 'refused …0002',
        client_address: '127.0.0.1',
        correlation_id: 'page-event-1',
      },
    ]);
    const audit = portal.db.selectFrom('audit_entry').select('id').where('account_id', '=', account.id);
    expect(await audit.execute()).toEqual([]);
  });

  test('without an error is stored without one', async () => {
    const { account, token } = await buildVisitor();
    await portal.post('/logger/log', { accountNumber: account.accountNumber, action: 'opened' }, token);
    expect(await eventsOf(account.id)).toMatchObject([{ action: 'opened', error: null }]);
  });

  test('is refused signed out, and for somebody else’s account', async () => {
    const { account } = await buildVisitor();
    const stranger = await buildVisitor();
    const body = { accountNumber: account.accountNumber, action: 'opened' };
    expect((await portal.post('/logger/log', body)).statusCode).toBe(401);
    expect((await portal.post('/logger/log', body, stranger.token)).statusCode).toBe(404);
    expect(await eventsOf(account.id)).toEqual([]);
  });
});
