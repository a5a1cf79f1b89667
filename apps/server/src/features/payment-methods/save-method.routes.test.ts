import { describe, expect, test } from 'vitest';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import {
  captureInFrame,
  frameMethodBody,
  typedBankAccount,
  typedCard,
  typeIntoForm,
} from '../../testing/hosted-frames.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { listAudit, listConsents, listMails } from '../../testing/traces.ts';

const portal = forFile(() => startPayingPortal());

const fieldsPath = 'payment_method.custom_field_values';

const newCustomer = () => buildCustomer(portal);

/** Types a card or bank account into the frame and returns its handle. */
const captureFrame = ({ token }: Customer, typed?: Record<string, string>) =>
  captureInFrame(portal, portal.sandbox, token, typed);
async function captureInForm({ token }: Customer): Promise<string> {
  const uid = await typeIntoForm(portal, portal.sandbox, token);
  return (await portal.get('/payments/chase/payment-method', { uid }, token)).json().token;
}

interface Change {
  readonly body?: object;
  readonly method?: object;
}
function saveFrame({ account, token }: Customer, handle: string, { body, method }: Change = {}) {
  const frame = { ...frameMethodBody(account.id, handle, method), ...body };
  return portal.post('/payments/recurring-payments', frame, token);
}
function saveForm(customer: Customer, token: string, { body, method }: Change = {}) {
  return portal.post(
    '/payments/make-recurring-payment-chase',
    {
      auto_payment: false,
      billing_account: { id: customer.account.id },
      payment_method: {
        payment_method_type: 'tokenized-credit-card',
        token,
        nickname: 'Everyday',
        card_type: 'VISA',
        expiration_date: '08/2030',
        last_four: '4242',
        ...method,
      },
      ...body,
    },
    customer.token,
  );
}
const methodsOf = ({ account }: Customer) =>
  readRows(portal.db, 'payment_method', { account_id: account.id });
const pay = (customer: Customer, methodId: string, more: object = {}) =>
  portal.pay({ ...customer, methodId, accessToken: customer.token }, { amount: 12, ...more });

describe('saving', () => {
  test('[API-14, METHODS-3] a card of the frame is saved as custom, listed, mailed about, audited, and charged', async () => {
    const customer = await newCustomer();
    const consents = [{ kind: 'stored-method', textVersion: '1', language: 'es' }];
    const response = await saveFrame(customer, await captureFrame(customer), { body: { consents } });
    expect(response.statusCode).toBe(201);
    const { id } = response.json();
    expect(response.json()).toEqual({ id, auto_payment: false });
    const query = { billing_account_id: customer.account.id };
    const list = await portal.get('/payments/recurring-payments', query, customer.token);
    expect(list.json()).toMatchObject([
      {
        id,
        payment_method: {
          payment_method_type: 'custom',
          card_type: 'VISA',
          nickname: 'Everyday',
          reference: 'VISA;4242',
          expiration_date: '08/2030',
          account_holder_name: 'Ana Rivera',
        },
      },
    ]);
    const [method] = await methodsOf(customer);
    const [consent] = await listConsents(portal, customer);
    expect(method).toMatchObject({ processor: 'transafe', consent_id: consent?.id, is_valid: true });
    expect(consent).toMatchObject({ kind: 'stored-method', language: 'es', client_address: '127.0.0.1' });
    const detail = { methodId: id, cardType: 'VISA', lastFour: '4242', processor: 'transafe' };
    expect(await listAudit(portal, customer)).toMatchObject([{ action: 'payment-methods.added', detail }]);
    expect((await listMails(portal, customer))[0]).toMatchObject({ template: 'method-added' });
    expect((await pay(customer, id)).json()).toMatchObject({ status: 'COMPLETED' });
  });

  test.each([
    ['Ñ'.repeat(601), 'Ñ'.repeat(601)],
    ['Estate 4242424242424242', 'Estate …4242'],
  ])(
    '[METHODS-3] a name of the holder that nobody can change here refuses no method: %s',
    async (value, kept) => {
      const customer = await newCustomer();
      const handle = await captureFrame(customer);
      const custom_field_values = [
        { name: 'Token', value: handle },
        { name: 'accountname', value },
      ];
      expect((await saveFrame(customer, handle, { method: { custom_field_values } })).statusCode).toBe(201);
      expect((await methodsOf(customer))[0]?.account_holder_name).toBe(kept);
    },
  );

  test('[METHODS-3] the reference of a Mastercard is cut to twelve characters', async () => {
    const customer = await newCustomer();
    const handle = await captureFrame(customer, { ...typedCard, account: '5555555555554444' });
    const captured = { card_type: 'MASTERCARD', last_four: '1234' } as const;
    await changeRows(portal.db, 'captured_method', { id: handle }, captured);
    for (const reference of ['MASTERCARD;1234', 'MASTERC;4444'])
      expect((await saveFrame(customer, handle, { method: { reference } })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'payment_method.reference' }],
      });
    const saved = await saveFrame(customer, handle, { method: { reference: 'MASTERC;1234' } });
    expect(saved.statusCode).toBe(201);
    const query = { billing_account_id: customer.account.id };
    const list = (await portal.get('/payments/recurring-payments', query, customer.token)).json();
    expect(list[0].payment_method).toMatchObject({ card_type: 'MASTERCARD', reference: 'MASTERC;1234' });
  });

  test('[API-14, METHODS-4] a card of the form is saved as tokenized-credit-card and charged', async () => {
    const customer = await newCustomer();
    const response = await saveForm(customer, await captureInForm(customer));
    expect(response.statusCode).toBe(201);
    expect(await methodsOf(customer)).toMatchObject([
      { method_type: 'tokenized-credit-card', processor: 'orbital', last_four: '4242', nickname: 'Everyday' },
    ]);
    expect((await pay(customer, response.json().id)).json()).toMatchObject({ status: 'COMPLETED' });
  });

  test('[API-14, METHODS-2] a bank account is saved and debited', async () => {
    const customer = await newCustomer();
    const handle = await captureFrame(customer, typedBankAccount);
    const response = await saveFrame(customer, handle, { method: { reference: 'ACH;6789' } });
    const consents = [{ kind: 'bank-debit', textVersion: '2', language: 'en' }];
    expect((await pay(customer, response.json().id, { consents })).json()).toMatchObject({
      status: 'PENDING',
    });
    expect(await methodsOf(customer)).toMatchObject([{ card_type: 'ACH', expires_on: null }]);
  });

  test('[API-14, METHODS-2] an account without bank debits gets no bank account', async () => {
    const customer = await newCustomer();
    await changeRows(portal.db, 'account', { id: customer.account.id }, { ach_enabled: false });
    const handle = await captureFrame(customer, typedBankAccount);
    const response = await saveFrame(customer, handle, { method: { reference: 'ACH;6789' } });
    expect(response.json()).toMatchObject({ status: 400, code: 'payment-methods.not-taken' });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test('[API-14, METHODS-6] auto_payment makes the method the one default', async () => {
    const customer = await newCustomer();
    await buildMethod(portal.portal, customer.account);
    const response = await saveFrame(customer, await captureFrame(customer), {
      body: { auto_payment: true },
    });
    expect(response.json()).toMatchObject({ auto_payment: true });
    const defaults = (await methodsOf(customer)).filter((method) => method.is_default);
    expect(defaults.map(({ id }) => id)).toEqual([response.json().id]);
  });
});

describe('once', () => {
  test('[API-14] a handle saved several times, also at once, is one method', async () => {
    const customer = await newCustomer();
    const handle = await captureFrame(customer);
    const responses = await Promise.all([1, 2, 3, 4].map(() => saveFrame(customer, handle)));
    responses.push(await saveFrame(customer, handle));
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    expect(await methodsOf(customer)).toHaveLength(1);
    expect((await listMails(portal, customer)).length).toBeLessThanOrEqual(2);
  });

  test('[API-14] a handle that was saved for one account is unknown to another account of the same login', async () => {
    const customer = await newCustomer();
    const second = await buildLogin(portal.db);
    await allowAccount(portal.db, customer.loginId, second.account);
    const handle = await captureFrame(customer);
    await saveFrame(customer, handle);
    const body = { billing_account: { id: second.account.id } };
    expect((await saveFrame(customer, handle, { body })).json()).toMatchObject({
      status: 404,
      errors: [{ field: fieldsPath, code: 'unknown' }],
    });
  });

  test('[API-14] the same token of the service is the same method, until it is removed', async () => {
    const customer = await newCustomer();
    const handle = await captureInForm(customer);
    const { id } = (await saveForm(customer, handle)).json();
    const unsaved = { account_id: null, payment_method_id: null };
    const forget = () => changeRows(portal.db, 'captured_method', { id: handle }, unsaved);
    await forget();
    expect((await saveForm(customer, handle)).json()).toMatchObject({ id });
    await forget();
    await changeRows(portal.db, 'payment_method', { id }, { valid_to: portal.clock.now() });
    expect((await saveForm(customer, handle)).json().id).not.toBe(id);
  });

  test('[API-14] a handle can be saved for fifteen minutes', async () => {
    const customer = await newCustomer();
    const [early, late] = [await captureFrame(customer), await captureFrame(customer)];
    portal.clock.advance(15 * 60_000 - 1_000);
    expect((await saveFrame(customer, early)).statusCode).toBe(201);
    portal.clock.advance(1_000);
    const response = await saveFrame(customer, late);
    expect(response.json()).toMatchObject({ status: 409, code: 'payment-methods.capture-expired' });
    expect(await methodsOf(customer)).toHaveLength(1);
  });
});

describe('refusals', () => {
  const unknownHandle = { status: 404, code: 'request.not-found', errors: [{ code: 'unknown' }] };

  test('[API-25] forged, foreign, and mixed-up handles are unknown', async () => {
    const [customer, stranger] = [await newCustomer(), await newCustomer()];
    const foreign = await captureFrame(stranger);
    const ofForm = await captureInForm(customer);
    const ofFrame = await captureFrame(customer);
    for (const handle of [foreign, ofForm, crypto.randomUUID(), 'x', 'vi4242083000abcdefghij'])
      expect((await saveFrame(customer, handle)).json()).toMatchObject(unknownHandle);
    expect((await saveForm(customer, ofFrame)).json()).toMatchObject(unknownHandle);
    expect(await methodsOf(customer)).toEqual([]);
    expect((await saveFrame(stranger, foreign)).statusCode).toBe(201);
  });

  test('[API-25] a refused ticket has no handle, and the row of one is none', async () => {
    const customer = await newCustomer();
    await captureFrame(customer, { ...typedBankAccount, account: '1000000259' });
    const { id } = await readRow(portal.db, 'captured_method', { login_id: customer.loginId });
    expect((await saveFrame(customer, id)).json()).toMatchObject(unknownHandle);
  });

  test('[API-25] an account number that is not the account’s', async () => {
    const [customer, stranger] = [await newCustomer(), await newCustomer()];
    const account_num = stranger.account.accountNumber;
    const body = { billing_account: { id: customer.account.id, account_num } };
    expect((await saveFrame(customer, await captureFrame(customer), { body })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'billing_account.account_num', code: 'invalid' }],
    });
    expect(await methodsOf(customer)).toEqual([]);
  });

  const fields = (...values: [string, string][]) => ({
    custom_field_values: values.map(([name, value]) => ({ name, value })),
  });
  test.each([
    ['payment_method.reference', { reference: 'VISA;1111' }],
    ['payment_method.reference', { reference: 'VISADEBIT;4242' }],
    [fieldsPath, { custom_field_values: [] }],
    [fieldsPath, fields(['Token', 'a'], ['Token', 'b'])],
    [fieldsPath, fields(['Token', 'a'], ['Nick Name', '4242 4242 4242 4242'])],
    [`${fieldsPath}.1.value`, fields(['Token', 'a'], ['accountname', ' '])],
    ['payment_method.payment_method_type', { payment_method_type: 'tokenized-credit-card' }],
  ])('[METHODS-3, API-25] %s of %j is refused', async (field, method) => {
    const customer = await newCustomer();
    const response = await saveFrame(customer, await captureFrame(customer), { method });
    expect(response.json()).toMatchObject({ status: 400, code: 'request.invalid', errors: [{ field }] });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test.each([
    ['card_type', 'AMEX'],
    ['expiration_date', '09/2030'],
    ['last_four', '1111'],
    ['nickname', '4242424242424242'],
  ])('[METHODS-4, API-25] a page that says another %s than the service is refused', async (name, value) => {
    const customer = await newCustomer();
    const response = await saveForm(customer, await captureInForm(customer), { method: { [name]: value } });
    const errors = [{ field: `payment_method.${name}`, code: 'invalid' }];
    expect(response.json()).toMatchObject({ status: 400, errors });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test.each([
    ['consents.0.kind', 'autopay', '1'],
    ['consents.0.textVersion', 'stored-method', '99'],
  ])('[CONSENT-1] %s is refused, and nothing is saved', async (field, kind, textVersion) => {
    const customer = await newCustomer();
    const body = { consents: [{ kind, textVersion, language: 'en' }] };
    const response = await saveFrame(customer, await captureFrame(customer), { body });
    expect(response.json()).toMatchObject({ status: 400, errors: [{ field }] });
    expect(await methodsOf(customer)).toEqual([]);
  });
});
