import { beforeEach, describe, expect, test } from 'vitest';
import { buildPayment } from '../../testing/builders/payment.ts';
import { buildEnrollment, buildMethod } from '../../testing/builders/payment-method.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { listAudit, listMails } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal());

let login: Customer;
let first: string;
let second: string;
/** An account with a default and another method. */
beforeEach(async () => {
  login = await buildCustomer(portal);
  first = (await buildMethod(portal.portal, login.account)).id;
  second = await buildOther();
});

async function buildOther(method: object = {}): Promise<string> {
  return (await buildMethod(portal.portal, login.account, { method: { is_default: false, ...method } })).id;
}

type Call = 'activate' | 'deactivate';

function change(call: Call, id: string, over: object = {}) {
  const body = { billing_account_id: login.account.id, recurring_payment_id: id, payment_method: id };
  return portal.post(`/payments/${call}`, { ...body, ...over }, login.token);
}

const enroll = (id: string) => buildEnrollment(portal.db, login.account, { id });
const plan = (payment_method_id: string) =>
  buildPayment(portal.db, login.account, { state: 'PLANNED', planned_for: '2026-12-01', payment_method_id });

/** Ids of the account's live methods, the default first, with who uses them. */
async function listed() {
  const query = { billing_account_id: login.account.id };
  const methods = (await portal.get('/payments/recurring-payments', query, login.token)).json();
  return methods.map((method: { id: string; auto_payment: boolean; used_by: string[] }) => [
    method.id,
    method.auto_payment,
    method.used_by,
  ]);
}

const audited = () => listAudit(portal, login);
const mails = () => listMails(portal, login);

describe('making a method the default', () => {
  test('[API-12, METHODS-6] leaves one default and tells who did it', async () => {
    const response = await change('activate', second);
    expect([response.statusCode, response.json()]).toEqual([201, { id: second, auto_payment: true }]);
    expect(await listed()).toEqual([
      [second, true, []],
      [first, false, []],
    ]);
    expect(await audited()).toEqual([
      {
        action: 'payment-methods.made-default',
        actor: `login:${login.loginId}`,
        detail: { methodId: second, cardType: 'VISA', lastFour: '4242' },
        client_address: '127.0.0.1',
      },
    ]);
  });

  test('[API-12] takes the whole method in place of its id', async () => {
    const response = await change('activate', second, { payment_method: { token: second, nickname: 'x' } });
    expect(response.statusCode).toBe(201);
  });

  test('[API-12] of the default changes nothing', async () => {
    expect((await change('activate', first)).statusCode).toBe(201);
    expect(await audited()).toEqual([]);
  });

  test('[METHODS-6] moves autopay along, and only the open enrollment', async () => {
    await enroll(first);
    const ofAccount = { account_id: login.account.id };
    await changeRows(portal.db, 'autopay_enrollment', ofAccount, { ended_at: portal.clock.now() });
    await enroll(first);
    await change('activate', second);
    expect(await listed()).toEqual([
      [second, true, ['autopay']],
      [first, false, []],
    ]);
    // PostgreSQL puts the open one, which has not ended, last.
    expect(await readRows(portal.db, 'autopay_enrollment', ofAccount, 'ended_at')).toMatchObject([
      { payment_method_id: first },
      { payment_method_id: second, ended_at: null },
    ]);
  });

  test('[METHODS-6] many times at once leaves one default', async () => {
    const ids = [first, second, await buildOther(), await buildOther()];
    const responses = await Promise.all([...ids, ...ids].map((id) => change('activate', id)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    const defaults = (await listed()).filter(([, isDefault]: [string, boolean]) => isDefault);
    expect(defaults).toHaveLength(1);
  });

  test('[METHODS-6] refuses an expired card and a removed method', async () => {
    const expired = await buildOther({ expires_on: '2026-10-31' });
    const removed = await buildOther({ valid_to: portal.clock.now() });
    const refused = [await change('activate', expired), await change('activate', removed)];
    expect(refused.map((response) => [response.statusCode, response.json().code])).toEqual([
      [409, 'payment-methods.expired'],
      [409, 'payment-methods.removed'],
    ]);
    expect((await listed())[0]).toEqual([first, true, []]);
  });
});

describe('removing a method', () => {
  test('[API-13, METHODS-7] sets valid_to, hides it, and mails both the customer and who did it', async () => {
    const response = await change('deactivate', second);
    const now = portal.clock.now().toISOString();
    expect([response.statusCode, response.json()]).toEqual([200, { id: second, valid_to: now }]);
    expect(await listed()).toEqual([[first, true, []]]);
    expect(await audited()).toMatchObject([
      { action: 'payment-methods.removed', detail: { methodId: second } },
    ]);
    const contact = { customer_number: login.account.customerNumber };
    const { email_address: customer } = await readRow(portal.db, 'customer', contact);
    expect(await mails()).toMatchObject([
      { template: 'method-removed', recipient: customer, event_key: `method-removed:${second}` },
      { template: 'method-removed', recipient: login.emailAddress, payload: { lastFour: '4242' } },
    ]);
  });

  test('[MAIL-1] mails one address once, in the customer’s language', async () => {
    const customer = { customer_number: login.account.customerNumber };
    const email_address = login.emailAddress.toUpperCase();
    await changeRows(portal.db, 'customer', customer, { email_address });
    await changeRows(portal.db, 'login', { id: login.loginId }, { language: 'es' });
    await change('deactivate', second);
    expect(await mails()).toMatchObject([{ recipient: email_address, language: 'en' }]);
  });

  test.each([
    ['the default', 'payment-methods.is-default', () => change('activate', second)],
    ['what autopay charges', 'payment-methods.used-by-autopay', () => enroll(second)],
    ['what a planned payment charges', 'payment-methods.used-by-planned', () => plan(second)],
  ] as const)('[METHODS-7] refuses %s with %s', async (_what, code, use) => {
    await use();
    const before = await audited();
    const response = await change('deactivate', second);
    expect([response.statusCode, response.json().code]).toEqual([409, code]);
    expect(await listed()).toHaveLength(2);
    expect([await audited(), await mails()]).toEqual([before, []]);
  });

  test('[METHODS-7] works once, also of two at the same moment', async () => {
    const responses = await Promise.all([change('deactivate', second), change('deactivate', second)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await change('deactivate', second)).json().code).toBe('payment-methods.removed');
    expect(await mails()).toHaveLength(2);
  });

  test('[METHODS-7] never leaves the default removed, whoever is first', async () => {
    const [made, removed] = await Promise.all([change('activate', second), change('deactivate', second)]);
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([made.statusCode, removed.statusCode]);
    expect((await listed())[0]?.[1]).toBe(true);
  });
});

describe.each(['activate', 'deactivate'] as const)('[API-25] payments/%s refuses', (call) => {
  test('a method that contradicts the id', async () => {
    for (const payment_method of [first, { token: first }]) {
      const response = await change(call, second, { payment_method });
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual([{ field: 'payment_method', code: 'invalid' }]);
    }
    expect(await listed()).toEqual([
      [first, true, []],
      [second, false, []],
    ]);
  });
});
