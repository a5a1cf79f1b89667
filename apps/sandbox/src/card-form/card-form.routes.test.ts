import { afterEach, describe, expect, it } from 'vitest';
import {
  actionOf,
  callCardForm,
  openForm,
  portalOrigin,
  typedCard,
  typeInto,
} from '../testing/hosted-calls.ts';
import { sandboxForFile } from '../testing/test-sandbox.ts';

const minuteMs = 60_000;

const sandbox = sandboxForFile();
afterEach(() => sandbox.call('POST', '/control/reset'));

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

  it('is over once it is complete', async () => {
    const uid = await openForm(sandbox);
    await type(uid);
    const { token_id: token } = (await query(uid)).body;
    expect((await type(uid)).status).toBe(410);
    await sandbox.callFrames('POST', `/hpf/${uid}/cancel`, { body: {} });
    expect(await query(uid)).toMatchObject({ status: 200, body: { token_id: token } });
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
});
