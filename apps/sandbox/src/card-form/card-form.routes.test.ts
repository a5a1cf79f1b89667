import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testNumbers } from '../hosted/test-numbers.ts';
import {
  actionOf,
  callCardForm,
  openForm,
  portalOrigin,
  typedCard,
  typeInto,
} from '../testing/hosted-calls.ts';
import { countReferencesFrom, pay } from '../testing/processor-calls.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const minuteMs = 60_000;
const newReference = countReferencesFrom(9_000);
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.call('POST', '/control/reset'));
afterAll(() => sandbox.stop());

const show = (uid: string, parameters = '') => sandbox.callFrames('GET', `/hpf/?uid=${uid}${parameters}`);
const type = (uid: string, typed: object = typedCard) => typeInto(sandbox, `/hpf/${uid}?lang=en`, typed);
const query = (uid: unknown) => callCardForm(sandbox, 'query', { uid });

describe('opening the card form', () => {
  it('gives a uid, and shows the form in the portal only', async () => {
    const uid = await openForm(sandbox);
    expect(uid).toMatch(/^[0-9A-F]{32}$/);
    const response = await fetch(`${sandbox.framesUrl}/hpf/?uid=${uid}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    for (const name of ['cardholdername', 'account', 'expmonth', 'expyear', 'cv', 'cancel']) {
      expect(page).toContain(`id="${name}"`);
    }
    expect(actionOf(page)).toBe(`/hpf/${uid}?lang=en`);
    expect(page).toContain(`data-parent="${portalOrigin}"`);
    expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${portalOrigin}`);
    expect((await show(uid, '&lang=es')).body).toContain('Número de tarjeta');
  });

  it.each([
    ['another secure_id', { secure_id: 'x' }, 401],
    ['another key', { api_key: 'x' }, 401],
    ['no key', { api_key: undefined }, 401],
    ['another kind of transaction', { txn_type: 'sale' }, 400],
    ['no form', { form_name: undefined }, 400],
    ['a form with a strange name', { form_name: '../x' }, 400],
  ])('refuses %s', async (_what, change, status) => {
    const members = { txn_type: 'profileAdd', form_name: 'card', ...change };
    expect(await callCardForm(sandbox, 'init', members)).toEqual({
      status,
      body: { error: expect.any(String) },
    });
  });

  it('is down when the sandbox says so', async () => {
    await sandbox.call('POST', '/control', { body: { processor: 'card-form', mode: 'down' } });
    expect((await callCardForm(sandbox, 'init', { txn_type: 'profileAdd', form_name: 'card' })).status).toBe(
      503,
    );
  });
});

describe('completing the card form', () => {
  it('gives the details of the card to the server alone, as often as it asks, and the token works with Orbital', async () => {
    const uid = await openForm(sandbox);
    await show(uid);
    const completed = { code: '000', message: 'Success', uID: uid };
    expect((await type(uid)).body).toEqual({ isAccepted: true, completed });
    const details = (await query(uid)).body;
    expect(details).toEqual({
      token_id: expect.stringMatching(/^[a-z0-9]{22}$/),
      mpan: 'XXXXXXXXXXXX4242',
      card_brand: 'Visa',
      exp_month: '08',
      exp_year: '2029',
    });
    expect((await query(uid)).body).toEqual(details);
    const paid = await pay(sandbox, { token: details.token_id, reference: newReference() });
    expect(paid.body.order.status.approvalStatus).toBe('1');
    expect(paid.body.paymentInstrument.card).toEqual({ cardBrand: 'VI', ccAccountNum: 'XXXXXXXXXXXX4242' });
  });

  it('keeps the outcome of charges that the number selects', async () => {
    const uid = await openForm(sandbox);
    const declined = testNumbers.find(({ keyword }) => keyword === 'declined');
    await type(uid, { ...typedCard, account: declined?.number });
    const { token_id: token } = (await query(uid)).body;
    const paid = await pay(sandbox, { token, reference: newReference() });
    expect(paid.body.order.status).toMatchObject({ approvalStatus: '0', respCode: '05' });
  });

  it('completes once, of ten at once', async () => {
    const uid = await openForm(sandbox);
    const answers = await Promise.all(Array.from({ length: 10 }, () => type(uid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)]);
    expect((await show(uid)).status).toBe(410);
  });
});

describe('not completing the card form', () => {
  it.each([
    [{ cardholdername: '' }, '200'],
    [{ cardholdername: '4242 4242 4242 4242' }, '250'],
    [{ account: '' }, '310'],
    [{ account: '4242424242424241' }, '315'],
    [{ account: '9999999999999995' }, '320'],
    [{ expmonth: '13' }, '330'],
    [{ expyear: '' }, '340'],
    [{ expyear: '2025' }, '370'],
    [{ cv: '' }, '355'],
    [{ cv: '12' }, '350'],
    [{ account: '378282246310005' }, '350'],
  ])('reports %j with code %s', async (change, code) => {
    const uid = await openForm(sandbox);
    const { body } = await type(uid, { ...typedCard, ...change });
    expect(body.errorCode).toEqual([code]);
    expect(body.problems).toEqual([expect.objectContaining({ text: expect.stringMatching(/\.$/) })]);
    expect((await query(uid)).status).toBe(409);
  });

  it('reports several fields at once', async () => {
    const { body } = await type(await openForm(sandbox), {});
    expect(body.errorCode).toEqual(['310', '330', '340', '355', '200']);
  });

  it('declines a test card, and accepts another card after it', async () => {
    const uid = await openForm(sandbox);
    const { body } = await type(uid, { ...typedCard, account: '4000000000000002' });
    expect(body).toMatchObject({
      errorCode: ['360'],
      gatewayCode: '05',
      text: expect.stringContaining('declined'),
    });
    expect((await type(uid)).body.isAccepted).toBe(true);
  });

  it('fails for a test card', async () => {
    const uid = await openForm(sandbox);
    expect(await type(uid, { ...typedCard, account: '4000000000000119' })).toMatchObject({
      status: 500,
      body: { errorCode: ['400'] },
    });
    expect(await query(uid)).toMatchObject({ status: 409, body: { state: 'error' } });
  });

  it('tells how far it is', async () => {
    const uid = await openForm(sandbox);
    expect((await query(uid)).body).toMatchObject({ state: 'open' });
    await show(uid);
    expect((await query(uid)).body).toMatchObject({ state: 'started' });
    await sandbox.callFrames('POST', `/hpf/${uid}/cancel`, { body: {} });
    expect(await query(uid)).toMatchObject({ status: 409, body: { state: 'cancelled' } });
    expect((await type(uid)).status).toBe(410);
    expect((await show(uid)).status).toBe(410);
  });

  it('does not cancel what is complete', async () => {
    const uid = await openForm(sandbox);
    await type(uid);
    await sandbox.callFrames('POST', `/hpf/${uid}/cancel`, { body: {} });
    expect((await query(uid)).status).toBe(200);
  });

  it('expires after 15 minutes', async () => {
    const [open, complete] = [await openForm(sandbox), await openForm(sandbox)];
    await type(complete);
    sandbox.clock.advance(15 * minuteMs);
    expect((await show(open)).status).toBe(410);
    expect((await type(open)).status).toBe(410);
    expect((await query(open)).status).toBe(410);
    expect((await query(complete)).status).toBe(410);
  });

  it('does not know another uid, and asks for the key first', async () => {
    for (const uid of ['X', undefined]) expect((await query(uid)).status).toBe(404);
    expect((await show('X')).status).toBe(404);
    const uid = await openForm(sandbox);
    expect((await callCardForm(sandbox, 'query', { uid, api_key: 'x' })).status).toBe(401);
  });
});
