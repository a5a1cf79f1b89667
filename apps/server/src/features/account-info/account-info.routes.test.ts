import type { Role } from '@myaccount/contract/accounts';
import { describe, expect, test } from 'vitest';
import {
  type AccountSaver,
  buildSaver,
  loadInfo,
  openSaver,
  saved,
  saveInfo,
  withBilling,
  withCustomer,
} from '../../testing/account-saver.ts';
import { buildSecondAccount } from '../../testing/builders/account.ts';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit, listMails } from '../../testing/traces.ts';

const portal = forFile(() => startTestPortal({ LOGIN_SECONDS_BETWEEN_CODES: '0' }));

const customer = (role?: Role) => buildSaver(portal, role);
const infoOf = (saver: AccountSaver) => loadInfo(portal, saver);
const save = (saver: AccountSaver, body: object) => saveInfo(portal, saver, body);
const audited = (saver: AccountSaver) => listAudit(portal, saver);
const mailsOf = (saver: AccountSaver) => listMails(portal, saver);
const done = [200, saved];
const answerOf = async (sent: ReturnType<typeof save>) => {
  const response = await sent;
  return [response.statusCode, response.json()];
};

describe('a save', () => {
  test('[API-17] writes every changed part with version, audit and one notice to the contact on record', async () => {
    const saver = await customer();
    const contact = saver.info.customer.emailAddress;
    const body = {
      ...withBilling(saver, { streetNrFirst: '7', streetName: 'Oak  Street', postCode: '43004 1234' }),
      customer: {
        ...saver.info.customer,
        phoneNumber: '6145550199',
        PIN: '9075',
        notificationPreference: 'Text & Email',
      },
      consents: [{ kind: 'texts', textVersion: '1', language: 'es' }],
    };
    expect(await answerOf(save(saver, body))).toEqual(done);
    const after = await infoOf(saver);
    expect(after.customer).toEqual(body.customer);
    expect(after.customerAddress).toEqual([
      saver.info.customerAddress[0],
      {
        ...saver.info.customerAddress[1],
        streetNrFirst: '7',
        streetName: 'Oak Street',
        postCode: '43004-1234',
      },
    ]);
    expect(after.version).toBeGreaterThan(saver.info.version);
    const changed = { customer: 0, customerAddress: 0, version: 0 };
    expect({ ...after, ...changed }).toEqual({ ...saver.info, ...changed });
    const entries = await audited(saver);
    expect(entries.map(({ action }) => action)).toEqual([
      'account-info.phone-changed',
      'account-info.pin-changed',
      'account-info.address-changed',
      'account-info.preference-changed',
    ]);
    expect(entries[0]).toEqual({
      action: 'account-info.phone-changed',
      actor: `login:${saver.loginId}`,
      detail: { channel: 'MyAccount' },
      client_address: '127.0.0.1',
    });
    expect(entries[3]?.detail).toMatchObject({ from: 'Email', to: 'Text & Email' });
    expect(JSON.stringify(entries)).not.toMatch(/9075|4821|6145550199|Oak/);
    const mails = await mailsOf(saver);
    expect(mails.map(({ recipient }) => recipient)).toEqual([contact, saver.emailAddress]);
    expect(mails[0]).toMatchObject({
      template: 'account-changed',
      payload: {
        accountEnding: saver.account.accountNumber.slice(-4),
        parts: ['phone', 'pin', 'address', 'preference'],
      },
    });
    expect(JSON.stringify(mails)).not.toMatch(/9075|4821|6145550199|Oak/);
  });

  test('[API-17] without a difference answers Success and writes nothing, whatever the version', async () => {
    const saver = await customer();
    const body = withCustomer(saver, { emailAddress: saver.info.customer.emailAddress?.toUpperCase() });
    expect(await answerOf(save(saver, { ...body, version: 0 }))).toEqual(done);
    expect(await infoOf(saver)).toEqual(saver.info);
    expect([await audited(saver), await mailsOf(saver)]).toEqual([[], []]);
  });

  test('[API-17] ignores every field that customers may not change', async () => {
    const saver = await customer();
    const billing = saver.info.customerAddress.find(({ addressType }) => addressType === 'Billing');
    const body = {
      ...withCustomer(saver, {
        firstName: 'Eve',
        lastName: 'Evil',
        dateOfBirth: '1999-09-09',
        phoneNumber: '6145550177',
        customer_number: 'C1',
      }),
      accountType: 'BUSINESS',
      accountStatus: 'INACTIVE',
      Business: { BusinessName: 'Evil Inc.' },
      customerAddress: [
        { ...billing, addressType: 'Service', streetName: 'Elsewhere' },
        { ...billing, addressType: 'Mailing', streetName: 'Elsewhere' },
        billing,
      ],
      role: 'primary',
      pendingEmailAddress: 'eve@example.com',
      balance_cents: 0,
      id: 'other',
    };
    expect(await answerOf(save(saver, body))).toEqual(done);
    expect(await infoOf(saver)).toEqual({
      ...saver.info,
      version: expect.any(Number),
      customer: { ...saver.info.customer, phoneNumber: '6145550177' },
    });
  });

  test.each([
    ['phoneNumber', '614555019', 'customer.phoneNumber', 'invalid'],
    ['emailAddress', 'a@example.com\r\nBcc: b@example.com', 'customer.emailAddress', 'invalid'],
    ['PIN', '482', 'customer.PIN', 'invalid'],
    ['notificationPreference', '', 'customer.notificationPreference', 'required'],
  ])(
    '[API-17, CONTACT-1, PIN-1, NOTIFY-1] refuses %s %j at its field, and nothing of the rest lands',
    async (field, value, at, code) => {
      const saver = await customer();
      const body = {
        ...withBilling(saver, { city: 'Dublin' }),
        customer: { ...saver.info.customer, [field]: value },
      };
      const [status, reply] = await answerOf(save(saver, body));
      expect(status).toBe(200);
      expect(reply).toEqual({
        Status: 'Failure',
        StatusCode: '01',
        StatusDescription: expect.any(String),
        errors: [{ field: at, code }],
      });
      expect(await infoOf(saver)).toEqual(saver.info);
      expect([await audited(saver), await mailsOf(saver)]).toEqual([[], []]);
    },
  );

  test('[API-17] describes a refusal in the reader’s language', async () => {
    const saver = await customer();
    const send = (body: object, language: string) =>
      portal.post('/customer/account/info', body, saver.token, { 'accept-language': language });
    const phone = withCustomer(saver, { phoneNumber: '1' });
    expect((await send(phone, 'en')).json().StatusDescription).toBe(
      'Please provide a valid phone number or email',
    );
    expect((await send(phone, 'es-US')).json().StatusDescription).toContain('Escriba un número');
    const pin = withCustomer(saver, { PIN: '1' });
    expect((await send(pin, 'en')).json().StatusDescription).not.toContain('phone');
  });

  test.each([
    [{ streetNrFirst: '', streetName: '' }, 'streetName', 'required'],
    [{ city: 'Dub\u0007lin' }, 'city', 'characters'],
  ])('[ADDRESS-1] refuses a billing address with %j', async (address, field, code) => {
    const saver = await customer();
    const [, reply] = await answerOf(save(saver, withBilling(saver, address)));
    expect(reply).toMatchObject({
      Status: 'Failure',
      errors: [{ field: `customerAddress.1.${field}`, code }],
    });
    expect(reply.errors).toHaveLength(1);
  });

  test('[ADDRESS-1] adds a billing address to an account that has none', async () => {
    const saver = await customer();
    const billing = { account_id: saver.account.id, address_type: 'Billing' } as const;
    await changeRows(portal.db, 'address', billing, { address_type: 'Mailing' });
    expect(await answerOf(save(saver, withBilling(saver, {})))).toEqual(done);
    expect((await infoOf(saver)).customerAddress.map(({ addressType }) => addressType)).toEqual([
      'Service',
      'Mailing',
      'Billing',
    ]);
  });

  test('[API-25] keeps whatever was typed as text', async () => {
    const streetName = `Robert'); drop table account;-- <img src=x> {{brand}} %s Nuñez Straße 北京路 شارع 😀`;
    const saver = await customer();
    expect(await answerOf(save(saver, withBilling(saver, { streetName })))).toEqual(done);
    expect((await infoOf(saver)).customerAddress[1]?.streetName).toBe(streetName);
  });
});

describe('who may save what', () => {
  test('[PIN-1, API-1] a member sets a PIN; null and absent keep it', async () => {
    const member = await customer('member');
    const primary = await openSaver(portal, await buildLogin(portal.db, { account: member.account }));
    expect(member.info.customer.PIN).toBeNull();
    expect(await answerOf(save(member, withCustomer(member, { PIN: '1357' })))).toEqual(done);
    expect((await infoOf(member)).customer.PIN).toBeNull();
    const loaded = await infoOf(primary);
    expect(loaded.customer.PIN).toBe('1357');
    for (const PIN of [null, undefined]) {
      const body = withCustomer(
        { ...primary, info: await infoOf(primary) },
        { PIN, phoneNumber: `614555${PIN === null ? '0001' : '0002'}` },
      );
      expect(await answerOf(save(primary, body))).toEqual(done);
      expect((await infoOf(primary)).customer.PIN).toBe('1357');
    }
  });
});

describe('two at once', () => {
  test('[API-17] a save of a page that is out of date is refused as a whole', async () => {
    const first = await customer();
    const second = await openSaver(portal, await buildLogin(portal.db, { account: first.account }));
    expect(await answerOf(save(first, withCustomer(first, { phoneNumber: '6145550161' })))).toEqual(done);
    const late = { ...withBilling(second, { city: 'Dublin' }) };
    const refused = await save(second, late);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account-info.stale']);
    const now = await infoOf(second);
    expect(now.customer.phoneNumber).toBe('6145550161');
    expect(now.customerAddress).toEqual(first.info.customerAddress);
    const again = { ...second, info: now };
    expect(await answerOf(save(again, withBilling(again, { city: 'Dublin' })))).toEqual(done);
  });

  test.each([
    ['PIN', (saver: AccountSaver) => withCustomer(saver, { PIN: '1357' })],
    ['address', (saver: AccountSaver) => withBilling(saver, { city: 'Dublin' })],
    ['e-mail address', (saver: AccountSaver) => withCustomer(saver, { emailAddress: 'late@example.com' })],
  ])('[API-17] a page that was loaded before the %s changed is out of date', async (_, change) => {
    const saver = await customer();
    expect(await answerOf(save(saver, change(saver)))).toEqual(done);
    const refused = await save(saver, withCustomer(saver, { phoneNumber: '6145550162' }));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account-info.stale']);
  });

  test('[API-17] without a version the last writer wins, and the history shows both', async () => {
    const first = await customer();
    const second = await openSaver(portal, await buildLogin(portal.db, { account: first.account }));
    const { version: _, ...early } = withCustomer(first, { phoneNumber: '6145550161' });
    const { version: __, ...late } = withCustomer(second, { phoneNumber: '6145550162' });
    expect(await answerOf(save(first, early))).toEqual(done);
    expect(await answerOf(save(second, late))).toEqual(done);
    expect((await infoOf(second)).customer.phoneNumber).toBe('6145550162');
    const changed = { action: 'account-info.phone-changed' };
    expect(await audited(first)).toMatchObject([
      { ...changed, actor: `login:${first.loginId}` },
      { ...changed, actor: `login:${second.loginId}` },
    ]);
    const refused = await save(first, withCustomer(first, { phoneNumber: '6145550163' }));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account-info.stale']);
  });

  test('[API-17] saves without a version at the same moment all land, one after the other', async () => {
    const saver = await customer();
    const phones = ['6145550001', '6145550002', '6145550003'];
    const responses = await Promise.all(
      phones.map((phoneNumber) => {
        const { version: _, ...body } = withCustomer(saver, { phoneNumber });
        return save(saver, body);
      }),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await audited(saver)).toHaveLength(3);
    expect(phones).toContain((await infoOf(saver)).customer.phoneNumber);
  });

  test('[CONTACT-1, SESSIONS-1] without a version roles and the fresh code hold as ever', async () => {
    const member = await customer('member');
    const body = { accountNumber: member.account.accountNumber, channel: 'MyAccount' };
    const phone = await save(member, { ...body, customer: { phoneNumber: '6145550164' } });
    expect([phone.statusCode, phone.json().code]).toEqual([403, 'account-info.primary-only']);
    const owner = await customer();
    portal.clock.advance(16 * 60_000);
    const own = { ...body, accountNumber: owner.account.accountNumber };
    const pin = await save(owner, { ...own, customer: { PIN: '1357' } });
    expect([pin.statusCode, pin.json().code]).toEqual([403, 'fresh-code-needed']);
    expect([await audited(member), await audited(owner)]).toEqual([[], []]);
  });

  test('[API-17] of saves at the same moment one lands', async () => {
    const saver = await customer();
    const phones = ['6145550001', '6145550002', '6145550003', '6145550004'];
    const responses = await Promise.all(
      phones.map((phoneNumber) => save(saver, withCustomer(saver, { phoneNumber }))),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await audited(saver)).toHaveLength(1);
  });

  test('[API-17] a contact that changed through another account of the customer is out of date too', async () => {
    const first = await customer();
    const account = await buildSecondAccount(portal.db, first.account);
    const second = await openSaver(portal, await buildLogin(portal.db, { account }));
    await allowAccount(portal.db, first.loginId, account);
    await allowAccount(portal.db, second.loginId, first.account);
    const both = await Promise.all([
      save(first, withCustomer(first, { phoneNumber: '6145550171' })),
      save(second, withCustomer(second, { phoneNumber: '6145550172' })),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});
