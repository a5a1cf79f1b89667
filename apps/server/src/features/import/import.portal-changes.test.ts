import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountLine,
  addressEntry,
  customerLine,
  loginLine,
  wholeFile,
} from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());
beforeEach(async () => {
  await desk.importLines(wholeFile());
});

const versionOf = async () => Number((await desk.one('select version from account'))?.version);
const pinOf = async () => {
  const account = await desk.one('select pin_key_id as "keyId", pin_sealed as bytes from account');
  return desk.secrets.open(account as never, 'account.pin');
};
const twoAddresses = (billing: object = {}, service: object = {}) =>
  accountLine({
    addresses: [addressEntry(service), addressEntry({ addressType: 'Billing', ...billing })],
  });

/** What a customer saves in the portal. */
async function saveHere(): Promise<void> {
  const pin = desk.secrets.seal('9075', 'account.pin');
  await desk.rows("update customer set email_address = 'new@example.com', phone_number = '6145550199'");
  await desk.rows(
    "update account set pin_sealed = $1, pin_key_id = $2, notification_preference = 'Text & Email'",
    [pin.bytes, pin.keyId],
  );
  await desk.rows("update address set street_name = 'Oak Street' where address_type = 'Billing'");
}

const contactHere = { email_address: 'new@example.com', phone_number: '6145550199' };

describe('what customers save in the portal', () => {
  test('[API-17] stays while the file says nothing new about it', async () => {
    await desk.importWell(twoAddresses());
    await saveHere();
    await desk.importWell(
      customerLine({ firstName: 'Anna' }),
      twoAddresses({}, { city: 'Akron' }),
      loginLine({ nickname: 'A' }),
    );
    expect(await desk.one('select email_address, phone_number from customer')).toEqual(contactHere);
    expect(await pinOf()).toBe('9075');
    expect(await desk.one('select notification_preference as p from account')).toEqual({ p: 'Text & Email' });
    expect(await desk.one("select street_name from address where address_type = 'Billing'")).toEqual({
      street_name: 'Oak Street',
    });
  });

  test('[API-17] gives way field by field where the file has a new value; an address is one field', async () => {
    await desk.importWell(twoAddresses());
    await saveHere();
    await desk.importWell(customerLine({ phoneNumber: '6145550111', pin: '5678' }), {
      ...twoAddresses({ city: 'Akron' }),
      notificationPreference: 'Text',
    });
    expect(await desk.one('select email_address, phone_number from customer')).toEqual({
      email_address: 'new@example.com',
      phone_number: '6145550111',
    });
    expect(await pinOf()).toBe('5678');
    expect(await desk.one('select notification_preference as p from account')).toEqual({ p: 'Text' });
    const billing = await desk.one("select street_name, city from address where address_type = 'Billing'");
    expect(billing).toEqual({ street_name: addressEntry().streetName, city: 'Akron' });
  });

  test('[SESSIONS-1] a change by a file is in the history of each account, by field and without values', async () => {
    await desk.importWell(customerLine({ phoneNumber: '6145550111', pin: '5678' }));
    const entries = await desk.rows('select account_id, actor, action, detail from audit_entry');
    const account = await desk.one('select id from account');
    expect(entries).toEqual([
      {
        account_id: account?.id,
        actor: 'operator:import',
        action: 'import.account-changed',
        detail: { fields: ['phoneNumber', 'pin'] },
      },
    ]);
  });

  test('[API-17] a page that loaded the account before the import is out of date', async () => {
    const start = await versionOf();
    await desk.importWell(customerLine({ phoneNumber: '6145550111' }));
    expect(await versionOf()).toBe(start + 1);
    await desk.importWell(twoAddresses());
    expect(await versionOf()).toBe(start + 2);
    await desk.importWell(customerLine({ phoneNumber: '6145550111' }), twoAddresses());
    expect(await versionOf()).toBe(start + 2);
  });
});

describe('a sign-in address that changed in the portal', () => {
  const logins = () =>
    desk.rows('select email_address, nickname, import_address from login order by email_address');
  const move = () =>
    desk.rows("update login set import_address = email_address, email_address = 'new@example.com'");

  test('[CONTACT-3] stays with its login: the old name in the file does not open a second one', async () => {
    await move();
    await desk.importWell(loginLine({ nickname: 'Anita' }));
    expect(await logins()).toEqual([
      { email_address: 'new@example.com', nickname: 'Anita', import_address: 'ana@example.com' },
    ]);
  });

  test('[CONTACT-3] is the login’s name once the file has it', async () => {
    await move();
    await desk.importWell(loginLine({ emailAddress: 'new@example.com', nickname: 'Anita' }));
    expect(await logins()).toEqual([
      { email_address: 'new@example.com', nickname: 'Anita', import_address: null },
    ]);
    await desk.importWell(loginLine({ accounts: [] }));
    expect(await desk.rows('select role from login_account')).toEqual([{ role: 'primary' }]);
  });
});
