import { expect, test } from 'vitest';
import { type AccountSaver, buildSaver, loadInfo, saveCustomer, saved } from '../../testing/account-saver.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { captureInFrame, frameMethodBody } from '../../testing/hosted-frames.ts';
import { type Payer, payingPortalForFile } from '../../testing/paying-portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';

const portal = payingPortalForFile({ SESSION_IDLE_SECONDS: '86400', FLAG_RECURRING_PAYMENTS: 'true' });
const dayMs = 86_400_000;
const held = { status: 403, code: 'security-hold' };

/** Begins the hold of three days of a login. */
async function hold({ loginId }: Pick<AccountSaver, 'loginId'>): Promise<string> {
  const until = new Date(portal.clock.now().getTime() + 3 * dayMs);
  await changeRows(portal.db, 'login', { id: loginId }, { security_hold_until: until });
  return until.toISOString();
}
const tokenOf = ({ emailAddress }: Pick<AccountSaver, 'emailAddress'>) => portal.signIn(emailAddress);
const consents = [{ kind: 'autopay', textVersion: '1', language: 'en' }];
const turnAutopay = async (payer: Payer, paymentMethodID?: string) =>
  (
    await portal.post(
      '/customer/account/autopay',
      {
        accountNumber: payer.account.accountNumber,
        enableAutopay: paymentMethodID !== undefined,
        ...(paymentMethodID && { paymentMethodID, consents }),
      },
      await tokenOf(payer),
    )
  ).json();
const activate = async (payer: Payer, id: string) =>
  await portal.post(
    '/payments/activate',
    { billing_account_id: payer.account.id, recurring_payment_id: id, payment_method: id },
    await tokenOf(payer),
  );
const secondMethod = async ({ account }: Payer) =>
  (await buildMethod(portal.portal, account, { method: { is_default: false } })).id;

test('[LOST-4] until then no method is added, none becomes the default, and autopay keeps its own', async () => {
  const payer = await portal.buildPayer();
  const other = await secondMethod(payer);
  expect(await turnAutopay(payer, payer.methodId)).toMatchObject({ statusCode: '00' });
  const token = await tokenOf(payer);
  const handle = await captureInFrame(portal, portal.sandbox, token);
  await hold(payer);
  const body = frameMethodBody(payer.account.id, handle);
  expect((await portal.post('/payments/recurring-payments', body, token)).json()).toMatchObject(held);
  expect((await activate(payer, other)).json()).toMatchObject(held);
  expect(await turnAutopay(payer, other)).toMatchObject(held);
  const recurring = { paymentType: 'recurring', consents, payment_method: other };
  expect((await portal.pay(payer, recurring)).json()).toMatchObject(held);
  expect(await readRows(portal.db, 'payment_method', { account_id: payer.account.id })).toHaveLength(2);
  expect(await readRows(portal.db, 'autopay_enrollment', { account_id: payer.account.id })).toMatchObject([
    { payment_method_id: payer.methodId, ended_at: null },
  ]);
  // What pays the customer's own bill goes on, and so does what ends.
  expect((await portal.pay(payer)).statusCode).toBe(200);
  expect(await turnAutopay(payer)).toMatchObject({ statusCode: '00' });
  expect(await turnAutopay(payer, payer.methodId)).toMatchObject(held);
  await portal.passTime(3 * dayMs - 60_000);
  expect((await activate(payer, other)).json()).toMatchObject(held);
  await portal.passTime(60_000);
  expect((await activate(payer, other)).statusCode).toBe(201);
  expect(await turnAutopay(payer, other)).toMatchObject({ statusCode: '00' });
});

test('[LOST-4] until then email address and PIN stay; the rest of the account changes', async () => {
  const saver = await buildSaver(portal);
  const until = await hold(saver);
  for (const change of [{ emailAddress: 'mine@example.com' }, { PIN: '9075' }])
    expect((await saveCustomer(portal, saver, change)).json()).toMatchObject(held);
  expect((await saveCustomer(portal, saver, { phoneNumber: '6145550188' })).json()).toEqual(saved);
  expect(await loadInfo(portal, saver)).toMatchObject({ securityHoldUntil: until });
  await portal.passTime(3 * dayMs);
  const token = await tokenOf(saver);
  expect(await loadInfo(portal, { ...saver, token })).toMatchObject({ securityHoldUntil: null });
  expect((await saveCustomer(portal, { ...saver, token }, { PIN: '9075' })).json()).toEqual(saved);
});

test('[LOST-4] another login of the account is not held', async () => {
  const payer = await portal.buildPayer();
  await hold(await portal.buildPayer());
  expect((await activate(payer, await secondMethod(payer))).statusCode).toBe(201);
});
