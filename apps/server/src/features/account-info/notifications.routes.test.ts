import { expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  openSaver,
  saveCustomer,
  saved,
  saveInfo,
  withCustomer,
} from '../../testing/account-saver.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit, listConsents, listMails } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal());

const consent = { kind: 'texts', textVersion: '1', language: 'es' };
const choose = (saver: AccountSaver, notificationPreference: string, more: object = {}) =>
  saveCustomer(portal, saver, { notificationPreference }, more);

test('[NOTIFY-1, CONSENT-1] turning texts on keeps the text that was agreed to, once', async () => {
  const saver = await buildSaver(portal);
  const response = await choose(saver, 'Text & Email', { consents: [consent] });
  expect(response.json()).toEqual(saved);
  await choose(saver, 'Text', { consents: [consent] });
  const consents = await listConsents(portal, saver);
  expect(consents).toMatchObject([
    { kind: 'texts', text_version: '1', language: 'es', login_id: saver.loginId },
  ]);
  expect(consents[0]?.agreed_text).toContain(portal.portal.config.brand.supportPhone);
  expect((await listAudit(portal, saver)).map(({ detail }) => detail)).toEqual([
    { channel: 'MyAccount', from: 'Email', to: 'Text & Email', consentId: consents[0]?.id },
    { channel: 'MyAccount', from: 'Text & Email', to: 'Text', consentId: null },
  ]);
});

test.each([
  ['a consent of another kind', 'Text', { consents: [{ ...consent, kind: 'paperless' }] }, 'consents.0.kind'],
  ['a consent to e-mail', 'Email', { consents: [consent] }, 'consents.0.kind'],
  ['a channel that does not exist', 'SMS', {}, 'customer.notificationPreference'],
  ['no channel', 'Text', { channel: '' }, 'channel'],
  ['an account that is no text', 'Text', { accountNumber: 7 }, 'accountNumber'],
])(
  '[NOTIFY-1, API-25] %s is malformed at its field, and nothing changes',
  async (_, preference, more, field) => {
    const saver = await buildSaver(portal);
    const response = await choose(saver, preference, more);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toMatchObject([{ field }]);
    expect(await loadInfo(portal, saver)).toEqual(saver.info);
    expect([await listConsents(portal, saver), await listMails(portal, saver)]).toEqual([[], []]);
  },
);

test('[NOTIFY-1, CONSENT-1] texts without a consent are refused in words, and nothing changes', async () => {
  const saver = await buildSaver(portal);
  for (const more of [{}, { consents: [] }, { version: undefined }]) {
    const response = await choose(saver, 'Text', more);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        Status: 'Failure',
        StatusCode: '01',
        StatusDescription: 'Some of what was entered cannot be saved',
        errors: [{ field: 'consents', code: 'required' }],
      },
    ]);
  }
  expect(await loadInfo(portal, saver)).toEqual(saver.info);
  expect([await listConsents(portal, saver), await listMails(portal, saver)]).toEqual([[], []]);
});

test('[ADDRESS-1] two billing addresses are malformed', async () => {
  const saver = await buildSaver(portal);
  const billing = { ...saver.info.customerAddress[1], city: 'Dublin' };
  const response = await choose(saver, 'Email', { customerAddress: [billing, billing] });
  expect(response.json().errors).toEqual([{ field: 'customerAddress.1.addressType', code: 'unexpected' }]);
});

test('[ADDRESS-1] extra spaces in an imported address do not count as a change when another field is saved', async () => {
  const saver = await buildSaver(portal);
  const imported = { street_name: ' Maple  Street', post_code: '432' };
  await changeRows(portal.db, 'address', { account_id: saver.account.id }, imported);
  expect((await saveCustomer(portal, saver, { phoneNumber: '6145550144' })).json()).toEqual(saved);
  expect((await listAudit(portal, saver)).map(({ action }) => action)).toEqual([
    'account-info.phone-changed',
  ]);
});

test('[NOTIFY-1] none yet can become a channel, and stay none', async () => {
  const saver = await buildSaver(portal);
  await changeRows(portal.db, 'account', { id: saver.account.id }, { notification_preference: '' });
  expect((await choose(saver, '')).json()).toEqual(saved);
  expect((await choose(saver, 'Email')).json()).toEqual(saved);
});

test('[CONFIG-2] digits of phone number, PIN and ZIP code are settings', async () => {
  const other = await startTestPortal({
    LIMIT_PHONE_DIGITS: '9',
    LIMIT_PIN_DIGITS: '6',
    LIMIT_ZIP_DIGITS: '4',
  });
  const saver = await buildSaver(other);
  const customerAddress = saver.info.customerAddress.map((each) => ({ ...each, postCode: '1010' }));
  const body = withCustomer(saver, { phoneNumber: '123456789', PIN: '123456' });
  const save = (customer: object) =>
    saveInfo(other, saver, { ...body, customerAddress, customer: { ...body.customer, ...customer } });
  expect((await save({ PIN: '1234', phoneNumber: '6145550199' })).json().errors).toEqual([
    { field: 'customer.phoneNumber', code: 'invalid' },
    { field: 'customer.PIN', code: 'invalid' },
  ]);
  expect((await save({})).json()).toEqual(saved);
  await other.close();
});

test('[API-17] changes of one login are limited, a save without a difference is not', async () => {
  const strict = await startTestPortal({ ACCOUNT_CHANGES_PER_LOGIN: '2' });
  const saver = await buildSaver(strict);
  const save = async (phoneNumber: string) => (await saveCustomer(strict, saver, { phoneNumber })).statusCode;
  const phones = ['6145550101', '6145550101', '6145550101', '6145550102', '6145550103'];
  const statuses: number[] = [];
  for (const phone of phones) statuses.push(await save(phone));
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  await strict.close();
});

test('[NOTICE-1] the contact is notified of a change of the delivery of bills, in its language', async () => {
  const saver = await buildSaver(portal);
  const { id, customerNumber } = saver.account;
  await changeRows(portal.db, 'account', { id }, { bill_type: 'PAPER' });
  await changeRows(portal.db, 'customer', { customer_number: customerNumber }, { language: 'es' });
  const body = { accountNumber: saver.account.accountNumber, enableeBill: true };
  for (let press = 0; press < 2; press += 1) {
    await portal.post('/customer/account/ebill', body, saver.token);
  }
  expect(await listMails(portal, saver)).toMatchObject([
    {
      recipient: saver.info.customer.emailAddress,
      language: 'es',
      template: 'account-changed',
      payload: { parts: ['delivery'] },
    },
    { recipient: saver.emailAddress, language: 'es' },
  ]);
});

test('[NOTICE-1] the contact on record, the primary logins, and whoever changed something are notified', async () => {
  const saver = await buildSaver(portal);
  const login = await buildLogin(portal.db, { account: saver.account, role: 'member' });
  const member = await openSaver(portal, login);
  const save = async (PIN: string) => {
    expect((await saveCustomer(portal, member, { PIN })).json()).toEqual(saved);
    return (await listMails(portal, saver)).map(({ recipient }) => recipient);
  };
  const logins = [saver.emailAddress, member.emailAddress];
  const told = [saver.info.customer.emailAddress, ...logins];
  expect(await save('1357')).toEqual(told);
  const customer = { customer_number: saver.account.customerNumber };
  await changeRows(portal.db, 'customer', customer, { email_address: null, phone_number: null });
  expect((await loadInfo(portal, member)).customer.emailAddress).toBeNull();
  expect(await save('2468')).toEqual([...told, ...logins]);
});
