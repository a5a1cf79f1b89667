import { describe, expect, test } from 'vitest';
import { allowAccount, buildLogin } from '../../testing/builders/login.ts';
import { buildMethod } from '../../testing/builders/payment-method.ts';
import { forFile } from '../../testing/for-tests.ts';
import { typedBankAccount, typeIntoForm, typeIntoFrame } from '../../testing/hosted-frames.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';

const portal = forFile(() => startPayingPortal());

const fieldsPath = 'payment_method.custom_field_values';

async function buildCustomer() {
  const login = await buildLogin(portal.db);
  return { ...login, token: await portal.signIn(login.emailAddress) };
}
type Customer = Awaited<ReturnType<typeof buildCustomer>>;

/** Types a card or bank account into the frame and returns its handle. */
async function captureInFrame({ token }: Customer, typed?: Record<string, string>): Promise<string> {
  const cardshieldticket = await typeIntoFrame(portal, portal.sandbox, token, typed);
  return (await portal.get('/transafe/transaction/verify', { cardshieldticket }, token)).json().token;
}
async function captureInForm({ token }: Customer): Promise<string> {
  const uid = await typeIntoForm(portal, portal.sandbox, token);
  return (await portal.get('/payments/chase/payment-method', { uid }, token)).json().token;
}

interface Change {
  readonly body?: object;
  readonly method?: object;
}
function saveFrame(customer: Customer, handle: string, { body, method }: Change = {}) {
  return portal.post(
    '/payments/recurring-payments',
    {
      auto_payment: false,
      multi_factor_auth: false,
      billing_account: { id: customer.account.id },
      payment_method: {
        payment_method_type: 'custom',
        reference: 'VISA;4242',
        custom_field_values: [
          { name: 'Token', value: handle },
          { name: 'Nick Name', value: ' Everyday ' },
          { name: 'accountname', value: 'Ana Rivera' },
        ],
        ...method,
      },
      ...body,
    },
    customer.token,
  );
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
  portal.db.selectFrom('payment_method').selectAll().where('account_id', '=', account.id).execute();
const pay = ({ account, token }: Customer, methodId: string, more: object = {}) =>
  portal.post(
    '/payments/make-payment',
    { amount: 12, payment_method: methodId, billing_account_id: account.id, paymentType: 'onetime', ...more },
    token,
  );

describe('saving', () => {
  test('[API-14, METHODS-3] a card of the frame is saved as custom, listed, mailed about, audited, and charged', async () => {
    const customer = await buildCustomer();
    const consents = [{ kind: 'stored-method', textVersion: '1', language: 'es' }];
    const response = await saveFrame(customer, await captureInFrame(customer), { body: { consents } });
    expect(response.statusCode).toBe(201);
    const { id } = response.json();
    expect(response.json()).toEqual({ id, auto_payment: false });
    const list = await portal.get(
      '/payments/recurring-payments',
      { billing_account_id: customer.account.id },
      customer.token,
    );
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
    const consent = await portal.db
      .selectFrom('consent')
      .selectAll()
      .where('account_id', '=', customer.account.id)
      .executeTakeFirstOrThrow();
    expect(method).toMatchObject({ processor: 'transafe', consent_id: consent.id, is_valid: true });
    expect(consent).toMatchObject({ kind: 'stored-method', language: 'es', client_address: '127.0.0.1' });
    const audit = await portal.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('account_id', '=', customer.account.id)
      .execute();
    const detail = { methodId: id, cardType: 'VISA', lastFour: '4242', processor: 'transafe' };
    expect(audit).toMatchObject([{ action: 'payment-methods.added', detail }]);
    const mails = await portal.db
      .selectFrom('outbox')
      .select('template')
      .where('account_id', '=', customer.account.id)
      .execute();
    expect(mails[0]).toEqual({ template: 'method-added' });
    expect((await pay(customer, id)).json()).toMatchObject({ status: 'COMPLETED' });
  });

  test('[API-14, METHODS-4] a card of the form is saved as tokenized-credit-card and charged', async () => {
    const customer = await buildCustomer();
    const response = await saveForm(customer, await captureInForm(customer));
    expect(response.statusCode).toBe(201);
    expect(await methodsOf(customer)).toMatchObject([
      { method_type: 'tokenized-credit-card', processor: 'orbital', last_four: '4242', nickname: 'Everyday' },
    ]);
    expect((await pay(customer, response.json().id)).json()).toMatchObject({ status: 'COMPLETED' });
  });

  test('[API-14, METHODS-2] a bank account is saved and debited', async () => {
    const customer = await buildCustomer();
    const handle = await captureInFrame(customer, typedBankAccount);
    const response = await saveFrame(customer, handle, { method: { reference: 'ACH;6789' } });
    const consent = { textVersion: '2', language: 'en' };
    expect((await pay(customer, response.json().id, { consent })).json()).toMatchObject({
      status: 'PENDING',
    });
    expect(await methodsOf(customer)).toMatchObject([{ card_type: 'ACH', expires_on: null }]);
  });

  test('[API-14, METHODS-2] an account without bank debits gets no bank account', async () => {
    const customer = await buildCustomer();
    await portal.db
      .updateTable('account')
      .set({ ach_enabled: false })
      .where('id', '=', customer.account.id)
      .execute();
    const handle = await captureInFrame(customer, typedBankAccount);
    const response = await saveFrame(customer, handle, { method: { reference: 'ACH;6789' } });
    expect(response.json()).toMatchObject({ status: 400, code: 'payment-methods.not-taken' });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test('[API-14, METHODS-6] auto_payment makes the method the one default', async () => {
    const customer = await buildCustomer();
    await buildMethod(portal.portal, customer.account);
    const response = await saveFrame(customer, await captureInFrame(customer), {
      body: { auto_payment: true },
    });
    expect(response.json()).toMatchObject({ auto_payment: true });
    const defaults = (await methodsOf(customer)).filter((method) => method.is_default);
    expect(defaults.map(({ id }) => id)).toEqual([response.json().id]);
  });
});

describe('once', () => {
  test('[API-14] a handle saved several times, also at once, is one method', async () => {
    const customer = await buildCustomer();
    const handle = await captureInFrame(customer);
    const responses = await Promise.all([1, 2, 3, 4].map(() => saveFrame(customer, handle)));
    responses.push(await saveFrame(customer, handle));
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    expect(await methodsOf(customer)).toHaveLength(1);
    const mails = portal.db.selectFrom('outbox').select('id').where('account_id', '=', customer.account.id);
    expect((await mails.execute()).length).toBeLessThanOrEqual(2);
  });

  test('[API-14] a handle that was saved for one account is unknown to another account of the same login', async () => {
    const customer = await buildCustomer();
    const second = await buildLogin(portal.db);
    await allowAccount(portal.db, customer.loginId, second.account);
    const handle = await captureInFrame(customer);
    await saveFrame(customer, handle);
    const body = { billing_account: { id: second.account.id } };
    expect((await saveFrame(customer, handle, { body })).json()).toMatchObject({
      status: 404,
      errors: [{ field: fieldsPath, code: 'unknown' }],
    });
  });

  test('[API-14] the same token of the service is the same method, until it is removed', async () => {
    const customer = await buildCustomer();
    const handle = await captureInForm(customer);
    const { id } = (await saveForm(customer, handle)).json();
    const forget = () =>
      portal.db
        .updateTable('captured_method')
        .set({ account_id: null, payment_method_id: null })
        .where('id', '=', handle)
        .execute();
    await forget();
    expect((await saveForm(customer, handle)).json()).toMatchObject({ id });
    await forget();
    await portal.db
      .updateTable('payment_method')
      .set({ valid_to: portal.clock.now() })
      .where('id', '=', id)
      .execute();
    expect((await saveForm(customer, handle)).json().id).not.toBe(id);
  });

  test('[API-14] a handle can be saved for fifteen minutes', async () => {
    const customer = await buildCustomer();
    const [early, late] = [await captureInFrame(customer), await captureInFrame(customer)];
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
    const [customer, stranger] = [await buildCustomer(), await buildCustomer()];
    const foreign = await captureInFrame(stranger);
    const ofForm = await captureInForm(customer);
    const ofFrame = await captureInFrame(customer);
    for (const handle of [foreign, ofForm, crypto.randomUUID(), 'x', 'vi4242083000abcdefghij'])
      expect((await saveFrame(customer, handle)).json()).toMatchObject(unknownHandle);
    expect((await saveForm(customer, ofFrame)).json()).toMatchObject(unknownHandle);
    expect(await methodsOf(customer)).toEqual([]);
    expect((await saveFrame(stranger, foreign)).statusCode).toBe(201);
  });

  test('[API-25] a refused ticket has no handle, and the row of one is none', async () => {
    const customer = await buildCustomer();
    const account = '1000000259';
    const ticket = await typeIntoFrame(portal, portal.sandbox, customer.token, {
      ...typedBankAccount,
      account,
    });
    await portal.get('/transafe/transaction/verify', { cardshieldticket: ticket }, customer.token);
    const { id } = await portal.db
      .selectFrom('captured_method')
      .select('id')
      .where('login_id', '=', customer.loginId)
      .executeTakeFirstOrThrow();
    expect((await saveFrame(customer, id)).json()).toMatchObject(unknownHandle);
  });

  test('[API-25] an account number that is not the account’s', async () => {
    const [customer, stranger] = [await buildCustomer(), await buildCustomer()];
    const account_num = stranger.account.accountNumber;
    const body = { billing_account: { id: customer.account.id, account_num } };
    expect((await saveFrame(customer, await captureInFrame(customer), { body })).json()).toMatchObject({
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
    [fieldsPath, fields(['Token', 'a'], ['accountname', '021000021-1000006789'])],
    ['payment_method.payment_method_type', { payment_method_type: 'tokenized-credit-card' }],
  ])('[METHODS-3, API-25] %s of %j is refused', async (field, method) => {
    const customer = await buildCustomer();
    const response = await saveFrame(customer, await captureInFrame(customer), { method });
    expect(response.json()).toMatchObject({ status: 400, code: 'request.invalid', errors: [{ field }] });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test.each([
    ['card_type', 'AMEX'],
    ['expiration_date', '09/2030'],
    ['last_four', '1111'],
    ['nickname', '4242424242424242'],
  ])('[METHODS-4, API-25] a page that says another %s than the service is refused', async (name, value) => {
    const customer = await buildCustomer();
    const response = await saveForm(customer, await captureInForm(customer), { method: { [name]: value } });
    const errors = [{ field: `payment_method.${name}`, code: 'invalid' }];
    expect(response.json()).toMatchObject({ status: 400, errors });
    expect(await methodsOf(customer)).toEqual([]);
  });

  test.each([
    ['consents.0.kind', 'autopay', '1'],
    ['consents.0.textVersion', 'stored-method', '99'],
  ])('[CONSENT-1] %s is refused, and nothing is saved', async (field, kind, textVersion) => {
    const customer = await buildCustomer();
    const body = { consents: [{ kind, textVersion, language: 'en' }] };
    const response = await saveFrame(customer, await captureInFrame(customer), { body });
    expect(response.json()).toMatchObject({ status: 400, errors: [{ field }] });
    expect(await methodsOf(customer)).toEqual([]);
  });
});
