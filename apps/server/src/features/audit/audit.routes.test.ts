import { describe, expect, test } from 'vitest';
import { readCounts } from '../../testing/counts.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import { listAudit } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal());

const eventsOf = (accountId: string) => readRows(portal.db, 'page_event', { account_id: accountId });

describe('[API-21] an event of a page', () => {
  test('is stored with who and from where, without long numbers, outside the audit trail', async () => {
    const { account, loginId, token } = await buildCustomer(portal);
    const body = {
      accountNumber: account.accountNumber,
      action: 'invoices.download failed',
      error: 'refused 100200300400',
    };
    const response = await portal.post('/logger/log', body, token, { 'x-correlation-id': 'page-event-1' });
    expect(response.statusCode).toBe(202);
    expect(await eventsOf(account.id)).toEqual([
      {
        account_id: account.id,
        id: expect.any(String),
        login_id: loginId,
        at: portal.clock.now(),
        action: 'invoices.download failed',
        error: 'refused …0400',
        client_address: '127.0.0.1',
        correlation_id: 'page-event-1',
      },
    ]);
    expect(await listAudit(portal, { account })).toEqual([]);
  });

  test('without an error is stored without one', async () => {
    const { account, token } = await buildCustomer(portal);
    await portal.post('/logger/log', { accountNumber: account.accountNumber, action: 'page opened' }, token);
    expect(await eventsOf(account.id)).toMatchObject([{ action: 'page opened', error: null }]);
  });

  test('[METHODS-5] of adding a payment method is in the audit trail; an error counts as one of a frame', async () => {
    const { account, loginId, token } = await buildCustomer(portal);
    const { accountNumber } = account;
    const log = (fields: object) => portal.post('/logger/log', { accountNumber, ...fields }, token);
    await log({ action: 'payment-methods.add.frame-ready' });
    await log({ action: 'payment-methods.add.form-310-20412', error: 'unknown' });
    const common = {
      actor: `login:${loginId}`,
      action: 'payment-methods.adding',
      client_address: '127.0.0.1',
    };
    expect(await listAudit(portal, { account })).toMatchObject([
      { ...common, detail: { step: 'payment-methods.add.frame-ready', error: null } },
      { ...common, detail: { step: 'payment-methods.add.form-310-20412', error: 'unknown' } },
    ]);
    expect(await eventsOf(account.id)).toEqual([]);
    expect((await readCounts(portal.portal)).iframe).toMatchObject({ total: 1, errors: 1 });
  });

  test.each([
    ['action', { action: 'frame failed for 4111111111111111' }],
    ['action', { action: 'payment-methods.add.4111-1111-1111-1111' }],
    ['action', { action: 'page opened\n{"level":60}' }],
    ['action', { action: 'page \u001b[31mred' }],
    ['action', { action: 'admin.deleted' }],
    ['action', { action: `page ${'a'.repeat(200)}` }],
    ['error', { action: 'payment-methods.add form-failed', error: 'typed 4111111111111111' }],
    ['error', { action: 'page failed', error: 'typed 4000 0000 0000 0002' }],
    ['error', { action: 'page failed', error: 'x'.repeat(2_001) }],
    ['error', { action: 'page failed', error: 'a\u0000b' }],
  ])('[METHODS-5] with %s of %j is refused, and nothing is stored', async (field, fields) => {
    const { account, token } = await buildCustomer(portal);
    const body = { accountNumber: account.accountNumber, ...fields };
    expect((await portal.post('/logger/log', body, token)).json()).toMatchObject({
      status: 400,
      errors: [{ field }],
    });
    expect(await eventsOf(account.id)).toEqual([]);
  });
});
