import { beforeEach, expect, test } from 'vitest';
import { type BuiltLogin, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { announceExpiringMethods } from './expiring-methods.service.ts';

const portal = forFile(() => startTestPortal({ METHOD_EXPIRES_SOON_DAYS: '30' }));

let login: BuiltLogin;
beforeEach(async () => {
  await changeRows(portal.db, 'payment_method', {}, { valid_to: portal.clock.now() });
  await portal.db.deleteFrom('outbox').execute();
  login = await buildLogin(portal.db);
});

const build = (method: object) => buildMethod(portal.portal, login.account, { method });
const announce = () => announceExpiringMethods(portal.portal);
const mails = () => readRows(portal.db, 'outbox', {}, 'event_key');

test.each([
  ['on the last of the days', '2026-12-24', 1],
  ['a day later', '2026-12-25', 0],
  ['today', '2026-11-24', 1],
  ['yesterday', '2026-11-23', 0],
  ['never', null, 0],
])('[MAIL-1] a card that expires %s is mailed about: %s, %i', async (_when, expires_on, count) => {
  await build({ expires_on });
  await announce();
  expect(await mails()).toHaveLength(count);
});

test('[MAIL-1] tells the customer once, however often the job runs and wherever', async () => {
  const { id } = await build({ expires_on: '2026-11-30' });
  await Promise.all([announce(), announce(), announce()]);
  await changeRows(portal.db, 'outbox', {}, { state: 'SENT' });
  await announce();
  expect(await mails()).toMatchObject([
    {
      template: 'method-expiring',
      event_key: `method-expiring:${id}:2026-11-30`,
      payload: { accountEnding: login.account.accountNumber.slice(-4), expiresOn: '2026-11-30' },
    },
  ]);
  await portal.db.deleteFrom('outbox').execute();
  await announce();
  expect(await mails()).toEqual([]);
});

test('[MAIL-1] a renewed card is mailed about again when it expires', async () => {
  const { id } = await build({ expires_on: '2026-11-30' });
  await announce();
  await changeRows(portal.db, 'payment_method', {}, { expires_on: '2026-12-05' });
  await announce();
  expect((await mails()).map(({ event_key }) => event_key)).toEqual([
    `method-expiring:${id}:2026-11-30`,
    `method-expiring:${id}:2026-12-05`,
  ]);
});

test('[MAIL-1] says nothing about removed methods and closed accounts', async () => {
  await build({ expires_on: '2026-11-30', valid_to: portal.clock.now() });
  const { account: closed } = await buildLogin(portal.db);
  await changeRows(portal.db, 'account', { id: closed.id }, { status: 'INACTIVE' });
  await buildMethod(portal.portal, closed, { method: { expires_on: '2026-11-30' } });
  await announce();
  expect(await mails()).toEqual([]);
});

test('[MAIL-1] a customer without an address: the primary login gets the mail', async () => {
  const customer = { customer_number: login.account.customerNumber };
  await changeRows(portal.db, 'customer', customer, { email_address: null });
  await buildLogin(portal.db, { account: login.account, role: 'member' });
  await build({ expires_on: '2026-11-30' });
  await announce();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([login.emailAddress]);
});

test('[MAIL-1] more cards than one batch are all mailed about', async () => {
  for (let count = 0; count < 101; count++) await build({ expires_on: '2026-11-30', is_default: false });
  await announce();
  expect(await mails()).toHaveLength(101);
});

test('[METHODS-1] the same setting marks the card in the list', async () => {
  await build({ expires_on: '2026-12-25' });
  await build({ expires_on: '2026-12-24', is_default: false });
  const token = await portal.signIn(login.emailAddress);
  const query = { billing_account_id: login.account.id };
  const methods = (await portal.get('/payments/recurring-payments', query, token)).json();
  expect(methods.map(({ expires_soon }: { expires_soon: boolean }) => expires_soon)).toEqual([false, true]);
});
