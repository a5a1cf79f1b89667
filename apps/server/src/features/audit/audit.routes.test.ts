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
    ['diagnostics', 'diagnostics'],
    ['admin.deleted', 'admin.deleted'],
    ['Número 4111 1111 1111 1111 · falló', 'Número …1111 · falló'],
    ['page opened\n{"level":60} \u001b[31mred', 'page opened\n{"level":60} \u001b[31mred'],
    ['a'.repeat(200), 'a'.repeat(200)],
  ])('may have any words: %j', async (action, kept) => {
    const { account, token } = await buildCustomer(portal);
    const body = { accountNumber: account.accountNumber, action, error: 'typed 4000 0000 0000 0002' };
    expect((await portal.post('/logger/log', body, token)).statusCode).toBe(202);
    expect(await eventsOf(account.id)).toMatchObject([{ action: kept, error: 'typed …0002' }]);
    expect(await listAudit(portal, { account })).toEqual([]);
  });

  test('[METHODS-5] “Add Payment Method” is in the audit trail, without long numbers', async () => {
    const { account, token } = await buildCustomer(portal);
    const action = 'Add Payment Method 4111.1111.1111.1111';
    const body = { accountNumber: account.accountNumber, action, error: 'frame of 378282246310005' };
    expect((await portal.post('/logger/log', body, token)).statusCode).toBe(202);
    expect(await listAudit(portal, { account })).toMatchObject([
      {
        action: 'payment-methods.adding',
        detail: { step: 'Add Payment Method …1111', error: 'frame of …0005' },
      },
    ]);
    expect(await eventsOf(account.id)).toEqual([]);
  });

  test.each([
    ['action', { action: '' }],
    ['action', { action: 'a'.repeat(201) }],
    ['action', { action: 'a\u0000b' }],
    ['error', { action: 'page failed', error: 'x'.repeat(2_001) }],
    ['error', { action: 'page failed', error: 'a\u0000b' }],
  ])('[API-25] with %s of %j is refused, and nothing is stored', async (field, fields) => {
    const { account, token } = await buildCustomer(portal);
    const body = { accountNumber: account.accountNumber, ...fields };
    expect((await portal.post('/logger/log', body, token)).json()).toMatchObject({
      status: 400,
      errors: [{ field }],
    });
    expect(await eventsOf(account.id)).toEqual([]);
  });
});
