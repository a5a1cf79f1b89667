import { beforeEach, describe, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal());

let login: BuiltLogin;
let token: string;
let first: string;
let second: string;
/** An account with a default and another method. */
beforeEach(async () => {
  login = await buildLogin(portal.db);
  token = await portal.signIn(login.emailAddress);
  first = (await buildMethod(portal.portal, login.account)).id;
  second = await buildOther();
});

async function buildOther(method: object = {}): Promise<string> {
  return (await buildMethod(portal.portal, login.account, { method: { is_default: false, ...method } })).id;
}

type Call = 'activate' | 'deactivate';

function change(call: Call, id: string, over: object = {}, accessToken: string | undefined = token) {
  const body = { billing_account_id: login.account.id, recurring_payment_id: id, payment_method: id };
  return portal.post(`/payments/${call}`, { ...body, ...over }, accessToken);
}

async function enroll(methodId: string): Promise<void> {
  await portal.db
    .insertInto('autopay_enrollment')
    .values({ account_id: login.account.id, payment_method_id: methodId, enrolled_at: portal.clock.now() })
    .execute();
}

async function plan(methodId: string): Promise<void> {
  await portal.db
    .insertInto('payment')
    .values({
      account_id: login.account.id,
      state: 'PLANNED',
      amount_cents: 1_000,
      planned_for: '2026-12-01',
      payment_method_id: methodId,
      occurred_at: portal.clock.now(),
      occurred_on: '2026-11-24',
      method_type: 'tokenized-credit-card',
      card_type: 'VISA',
    })
    .execute();
}

/** Ids of the account's live methods, the default first, with who uses them. */
async function listed() {
  const query = { billing_account_id: login.account.id };
  const methods = (await portal.get('/payments/recurring-payments', query, token)).json();
  return methods.map((method: { id: string; auto_payment: boolean; used_by: string[] }) => [
    method.id,
    method.auto_payment,
    method.used_by,
  ]);
}

const audited = () =>
  portal.db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'detail', 'client_address'])
    .where('account_id', '=', login.account.id)
    .execute();

const mails = () =>
  portal.db
    .selectFrom('outbox')
    .select(['template', 'recipient', 'language', 'payload', 'event_key'])
    .where('account_id', '=', login.account.id)
    .orderBy('event_key')
    .execute();

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
    await portal.db
      .updateTable('autopay_enrollment')
      .set({ ended_at: portal.clock.now() })
      .where('account_id', '=', login.account.id)
      .execute();
    await enroll(first);
    await change('activate', second);
    expect(await listed()).toEqual([
      [second, true, ['autopay']],
      [first, false, []],
    ]);
    const enrollments = await portal.db
      .selectFrom('autopay_enrollment')
      .select(['payment_method_id as id', 'ended_at'])
      .where('account_id', '=', login.account.id)
      .orderBy('ended_at', (order) => order.asc().nullsLast())
      .execute();
    expect(enrollments.map(({ id }) => id)).toEqual([first, second]);
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
    const { email_address: customer } = await portal.db
      .selectFrom('account as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      .select('c.email_address')
      .where('a.id', '=', login.account.id)
      .executeTakeFirstOrThrow();
    expect(await mails()).toMatchObject([
      { template: 'method-removed', recipient: customer, event_key: `method-removed:${second}:0` },
      { template: 'method-removed', recipient: login.emailAddress, payload: { lastFour: '4242' } },
    ]);
  });

  test('[MAIL-1] mails one address once, in the customer’s language', async () => {
    await portal.db
      .updateTable('customer')
      .set({ email_address: login.emailAddress.toUpperCase() })
      .where('customer_number', '=', login.account.customerNumber)
      .execute();
    await portal.db.updateTable('login').set({ language: 'es' }).where('id', '=', login.loginId).execute();
    await change('deactivate', second);
    expect(await mails()).toMatchObject([{ recipient: login.emailAddress.toUpperCase(), language: 'en' }]);
  });

  test.each([
    ['the default', 'payment-methods.is-default', () => Promise.resolve(first)],
    [
      'what autopay charges',
      'payment-methods.used-by-autopay',
      async () => {
        await enroll(second);
        return second;
      },
    ],
    [
      'what a planned payment charges',
      'payment-methods.used-by-planned',
      async () => {
        await plan(second);
        return second;
      },
    ],
  ] as const)('[METHODS-7] refuses %s with %s', async (_what, code, prepare) => {
    const response = await change('deactivate', await prepare());
    expect([response.statusCode, response.json().code]).toEqual([409, code]);
    expect(await listed()).toHaveLength(2);
    expect([await audited(), await mails()]).toEqual([[], []]);
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
