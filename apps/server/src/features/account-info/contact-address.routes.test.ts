import {
  invisibleCharacters,
  mailableAddresses,
  unmailableAddresses,
  utf8Addresses,
} from '@myaccount/contract/testing/email-addresses';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSaver, loadInfo, saveCustomer, saved } from '../../testing/account-saver.ts';
import { nextNumber } from '../../testing/builders/next-number.ts';
import { forFile } from '../../testing/for-tests.ts';
import { newestCode } from '../../testing/mailed-code.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { listMails } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0' }));
beforeEach(() => portal.db.deleteFrom('rate_limit' as never).execute());

const refusedWith = (code: string) => ({
  StatusCode: '01',
  errors: [{ field: 'customer.emailAddress', code }],
});

describe('a new contact address', () => {
  test.each(mailableAddresses.map(([address]) => [address]))('[CONTACT-1] %j is taken', async (address) => {
    const saver = await buildSaver(portal);
    expect((await saveCustomer(portal, saver, { emailAddress: address })).json()).toEqual(saved);
  });

  test.each([
    ...unmailableAddresses.map((address) => [address, 'invalid']),
    ...utf8Addresses.map(([address]) => [address, 'characters']),
    ...invisibleCharacters.map((character) => [`pa${character}t@example.com`, 'characters']),
  ])('[CONTACT-1] %j is refused: %s', async (address = '', code = '') => {
    const saver = await buildSaver(portal);
    const response = await saveCustomer(portal, saver, { emailAddress: address });
    expect(response.json()).toMatchObject(refusedWith(code));
    expect((await loadInfo(portal, saver)).pendingEmailAddress).toBeNull();
  });

  test('[CONTACT-1, CONTACT-3] is proved, stored in ASCII, and shown in its own letters', async () => {
    const saver = await buildSaver(portal);
    const name = `Pat${nextNumber()}`;
    const [own, ascii] = [`${name}@müller.example`, `${name}@xn--mller-kva.example`];
    expect((await saveCustomer(portal, saver, { emailAddress: own })).json()).toEqual(saved);
    expect((await loadInfo(portal, saver)).pendingEmailAddress).toBe(own);
    const body = {
      accountNumber: saver.account.accountNumber,
      otp: await newestCode(portal, ascii, 'login-proof'),
    };
    const proven = await portal.post('/customer/account/email-proof/validate', body, saver.token);
    expect(proven.json()).toEqual({ status: 200, emailAddress: own, isSignInAddress: true });
    expect((await loadInfo(portal, saver)).customer.emailAddress).toBe(own);
    const [customer] = await readRows(portal.db, 'customer', { email_address: ascii });
    expect(customer).toBeDefined();
    // The other spelling is no change, and neither is the same in capitals.
    for (const emailAddress of [ascii, own, `${name.toUpperCase()}@MÜLLER.example`]) {
      expect((await saveCustomer(portal, saver, { emailAddress })).json()).toEqual(saved);
      expect((await loadInfo(portal, saver)).pendingEmailAddress).toBeNull();
    }
    // Contact and sign-in are one recipient.
    const before = (await listMails(portal, saver)).length;
    await saveCustomer(portal, saver, { phoneNumber: '6145550177' });
    expect((await listMails(portal, saver)).length - before).toBe(1);
  });

  test('[CONTACT-1] that waits already is not sent another code for its other spelling', async () => {
    const saver = await buildSaver(portal);
    const name = `pat${nextNumber()}`;
    await saveCustomer(portal, saver, { emailAddress: `${name}@müller.example` });
    const before = (await listMails(portal, saver)).length;
    await saveCustomer(portal, saver, { emailAddress: `${name}@xn--mller-kva.example` });
    expect((await listMails(portal, saver)).length).toBe(before);
  });

  test.each(['pat..x@example.com', 'pat@exa\u200bmple.com'])(
    '[CONTACT-1] %j that is on record does not keep the rest from being saved',
    async (address) => {
      const saver = await buildSaver(portal);
      await changeRows(
        portal.db,
        'customer',
        { customer_number: saver.account.customerNumber },
        { email_address: address },
      );
      expect((await saveCustomer(portal, saver, { phoneNumber: '6145550188' })).json()).toEqual(saved);
      expect((await loadInfo(portal, saver)).customer).toMatchObject({
        emailAddress: address,
        phoneNumber: '6145550188',
      });
      expect(
        (await saveCustomer(portal, saver, { emailAddress: 'x..pat@example.com' })).json(),
      ).toMatchObject(refusedWith('invalid'));
    },
  );
});

describe('with MAIL_SMTPUTF8', () => {
  const utf8 = forFile(() => startTestPortal({ MAIL_SMTPUTF8: 'true' }));

  test.each(utf8Addresses.map(([address]) => [address]))('[CONTACT-1] %j is taken', async (address) => {
    const saver = await buildSaver(utf8);
    expect((await saveCustomer(utf8, saver, { emailAddress: address })).json()).toEqual(saved);
  });
});
