import { type AuditAction, shownActions } from '@myaccount/contract/audit-actions';
import { expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit.ts';
import { buildPayment } from '../../testing/builders/payment.ts';
import { buildCustomer, buildOther, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { endSessionsOf } from '../sessions/end-sessions.service.ts';

const portal = forFile(() => startTestPortal());

const customer = () => buildCustomer(portal);

const read = ({ account }: Pick<Customer, 'account'>, token?: string, page: Record<string, number> = {}) =>
  portal.get('/customer/account/changes', { AccountNumber: account.accountNumber, ...page }, token);

const client = { address: '203.0.113.77', userAgent: '', correlationId: 'test' };

/** Records an entry, one second after the one before. */
async function record(
  { account }: Pick<Customer, 'account'>,
  action: AuditAction,
  entry: { actor: string; detail?: object; isFromClient?: boolean },
): Promise<void> {
  portal.clock.advance(1_000);
  const { actor, detail, isFromClient = true } = entry;
  await recordAudit(portal.db, {
    at: portal.clock.now(),
    accountId: account.id,
    actor,
    action,
    ...(detail && { detail: detail as Record<string, unknown> }),
    ...(isFromClient && { client }),
  });
}

async function resultOf(login: Customer, token = login.token) {
  const response = await read(login, token);
  expect(response.statusCode).toBe(200);
  return response.json().result as Record<string, unknown>[];
}

test('[SESSIONS-1] says what was changed, when, by whom, and from where, newest first', async () => {
  const login = await customer();
  const actor = `login:${login.loginId}`;
  await record(login, 'paperless.changed', { actor });
  await record(login, 'payments.planned', { actor, detail: { amountCents: 8_499 } });
  await record(login, 'import.account-changed', { actor: 'operator:Kim', isFromClient: false });
  await record(login, 'autopay.stopped', { actor: 'system', isFromClient: false });
  const at = portal.clock.now().getTime();
  const row = { id: expect.any(String), network: null, amount: null };
  const you = { kind: 'you', name: null };
  const response = await read(login, login.token);
  expect(response.json()).toEqual({
    totalCount: 4,
    totalPages: 1,
    result: [
      {
        ...row,
        at: new Date(at).toISOString(),
        action: 'autopay.stopped',
        by: { kind: 'autopay', name: null },
      },
      {
        ...row,
        at: new Date(at - 1_000).toISOString(),
        action: 'import.account-changed',
        by: { kind: 'provider', name: null },
      },
      {
        ...row,
        at: new Date(at - 2_000).toISOString(),
        action: 'payments.planned',
        by: you,
        network: '203.0.113.x',
        amount: 84.99,
      },
      {
        ...row,
        at: new Date(at - 3_000).toISOString(),
        action: 'paperless.changed',
        by: you,
        network: '203.0.113.x',
      },
    ],
  });
  expect(response.body).not.toContain('Kim');
  expect(response.body).not.toContain('203.0.113.77');
});

test('[SESSIONS-1] the primary user reads from where a member came; a member does not read that of others', async () => {
  const primary = await customer();
  const member = await buildOther(portal, primary.account, { givenName: 'Ben' });
  await record(primary, 'autopay.on', { actor: `login:${primary.loginId}` });
  await record(primary, 'autopay.off', { actor: `login:${member.loginId}` });
  expect(await resultOf(primary)).toMatchObject([
    { action: 'autopay.off', by: { kind: 'person', name: 'Ben' }, network: '203.0.113.x' },
    { action: 'autopay.on', by: { kind: 'you', name: null }, network: '203.0.113.x' },
  ]);
  expect(await resultOf(primary, member.token)).toMatchObject([
    { action: 'autopay.off', by: { kind: 'you' }, network: '203.0.113.x' },
    { action: 'autopay.on', by: { kind: 'person' }, network: null },
  ]);
});

test('[SESSIONS-1] a person without a name is a person, and never an address', async () => {
  const primary = await customer();
  const member = await buildOther(portal, primary.account, { givenName: null });
  await record(primary, 'autopay.off', { actor: `login:${member.loginId}` });
  const response = await read(primary, primary.token);
  expect(response.json().result).toMatchObject([{ by: { kind: 'person', name: null } }]);
  expect(response.body).not.toContain(member.emailAddress);
});

test('[SESSIONS-1] a payment of autopay is autopay’s; one that the portal settled is automatic', async () => {
  const login = await customer();
  const payments = { auto: crypto.randomUUID(), own: crypto.randomUUID() };
  for (const [name, id] of Object.entries(payments)) {
    const login_id = name === 'own' ? login.loginId : null;
    const failed = { id, login_id, is_recurring: true, state: 'PROCESSING_ERROR' } as const;
    await buildPayment(portal.db, login.account, failed);
    await record(login, 'payments.failed', { actor: 'system', detail: { paymentId: id, amountCents: 100 } });
  }
  await record(login, 'payments.failed', { actor: 'system', detail: { paymentId: 'odd' } });
  const kinds = (await resultOf(login)).map(({ by }) => (by as { kind: string }).kind);
  expect(kinds).toEqual(['automatic', 'automatic', 'autopay']);
});

test('[SESSIONS-1] steps and sign-ins are not in it', async () => {
  const login = await customer();
  for (const action of ['payments.submitted', 'payment-methods.adding', 'payments.seen'] as const)
    await record(login, action, { actor: `login:${login.loginId}` });
  expect(shownActions.includes('payments.submitted' as never)).toBe(false);
  expect((await read(login, login.token)).json()).toEqual({ totalCount: 0, totalPages: 0, result: [] });
});

test('[SESSIONS-1] what was done to the sign-in is in the history of its owner only', async () => {
  const login = await customer();
  const member = await buildOther(portal, login.account, { givenName: 'Ben' });
  await portal.post('/sessions/end-all', undefined, login.token);
  const token = await portal.signIn(login.emailAddress);
  portal.clock.advance(1_000);
  await endSessionsOf(portal.portal, { target: login.emailAddress, by: 'Kim', forgetsBrowsers: false });
  const later = await portal.signIn(login.emailAddress);
  expect((await read(login, token)).statusCode).toBe(401);
  expect(await resultOf(login, later)).toMatchObject([
    { action: 'sessions.ended', by: { kind: 'provider' }, network: null },
    { action: 'sessions.ended', by: { kind: 'you' }, network: '127.0.0.x' },
  ]);
  expect(await resultOf(login, member.token)).toEqual([]);
});

test('[SESSIONS-1] is paged; a page past the end is empty', async () => {
  const login = await customer();
  for (let entry = 0; entry < 7; entry += 1)
    await record(login, 'payments.planned', {
      actor: `login:${login.loginId}`,
      detail: { amountCents: entry },
    });
  const amounts = async (page: Record<string, number>) => {
    const { totalCount, totalPages, result } = (await read(login, login.token, page)).json();
    return { totalCount, totalPages, amounts: result.map(({ amount }: { amount: number }) => amount) };
  };
  expect(await amounts({})).toEqual({
    totalCount: 7,
    totalPages: 2,
    amounts: [0.06, 0.05, 0.04, 0.03, 0.02],
  });
  expect(await amounts({ page_number: 2 })).toMatchObject({ amounts: [0.01, 0] });
  expect(await amounts({ page_number: 3 })).toEqual({ totalCount: 7, totalPages: 2, amounts: [] });
  expect(await amounts({ page_number: 3, page_size: 3 })).toMatchObject({ totalPages: 3, amounts: [0] });
});

/** Stores an entry of a login that is of no account. */
async function recordOfLogin(loginId: string, action: AuditAction): Promise<void> {
  portal.clock.advance(1_000);
  await recordAudit(portal.db, { at: portal.clock.now(), loginId, actor: 'operator:Kim', action });
}

test('[SESSIONS-1] entries of the sign-in are among the others, in order and counted', async () => {
  const login = await customer();
  const member = await buildOther(portal, login.account, { givenName: 'Ben' });
  const actor = 'operator:Kim';
  await recordOfLogin(login.loginId, 'login.unlocked');
  await record(login, 'paperless.changed', { actor });
  await recordOfLogin(login.loginId, 'sessions.ended');
  await record(login, 'autopay.on', { actor });
  await recordOfLogin(login.loginId, 'login.succeeded');
  const pages = [1, 2].map(async (page) => {
    const body = (await read(login, login.token, { page_number: page, page_size: 2 })).json();
    return [body.totalCount, ...body.result.map(({ action }: { action: string }) => action)];
  });
  expect(await Promise.all(pages)).toEqual([
    [4, 'autopay.on', 'sessions.ended'],
    [4, 'paperless.changed', 'login.unlocked'],
  ]);
  expect((await resultOf(login, member.token)).map(({ action }) => action)).toEqual([
    'autopay.on',
    'paperless.changed',
  ]);
});
