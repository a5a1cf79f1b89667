import { afterEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../platform/secrets.ts';
import { buildCapture, unanswered } from '../../testing/builders/captured-method.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { readCounts } from '../../testing/counts.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import {
  frameBody,
  openForm,
  openFrame,
  typedBankAccount,
  typedCard,
  typeIntoForm,
  typeIntoFrame,
} from '../../testing/hosted-frames.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';

const portal = forFile(() => startPayingPortal({ FRAME_STEPS_PER_LOGIN: '20' }));
afterEach(() => portal.sandbox.reset());

const signIn = async () => (await buildCustomer(portal)).token;
const sign = (token: string, fields: Record<string, unknown> = {}) =>
  portal.post('/hash/transafe/frame', frameBody(portal, fields), token);
const verify = (token: string, cardshieldticket: string) =>
  portal.get('/transafe/transaction/verify', { cardshieldticket }, token);
const readForm = (token: string, uid: string) => portal.get('/payments/chase/payment-method', { uid }, token);
const capturesOf = async (ticketOrUid: string) => {
  return await readRows(portal.db, 'captured_method', { capture_hash: hashToken(ticketOrUid) });
};

/** Returns what a step added to the counts of frames. */
async function countedBy(step: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = (await readCounts(portal.portal)).iframe;
  await step();
  const { open, success, failure, total } = (await readCounts(portal.portal)).iframe;
  return {
    open: open - before.open,
    success: success - before.success,
    failure: failure - before.failure,
    total: total - before.total,
  };
}

describe('signing a frame', () => {
  test('[API-19, METHODS-3] the service accepts a signed frame, for cards and for bank accounts', async () => {
    const token = await signIn();
    for (const isACHPayment of [false, true]) {
      const response = await sign(token, { isACHPayment });
      expect(response.statusCode).toBe(200);
      const page = await openFrame(portal.sandbox, response.json());
      expect(page.status).toBe(200);
      expect((await page.text()).includes('name="routing"')).toBe(isACHPayment);
    }
  });

  test('[API-19] the service refuses a frame with one changed field', async () => {
    const { hash, fields } = (await sign(await signIn())).json();
    for (const { name } of fields) {
      const changed = fields.map((field: { name: string; value: string }) =>
        field.name === name ? { name, value: field.value === 'yes' ? 'no' : `${field.value}1` } : field,
      );
      expect((await openFrame(portal.sandbox, { hash, fields: changed })).status, name).toBe(403);
    }
  });

  test.each([
    ['domain', { domain: 'https://evil.example' }],
    ['domain', { domain: 'http://localhost:3000/' }],
    ['domain', { domain: 'http://localhost:3000.evil.example' }],
    ['styles', { styles: 'https://evil.example/myaccount/frame-styles/light.css' }],
    ['styles', { styles: 'http://localhost:3000/myaccount/assets/other.css' }],
    ['styles', { styles: 'http://localhost:3000/myaccount/frame-styles/light.css?x' }],
    ['ts', { ts: Date.parse('2026-11-24T16:57:59Z') / 1_000 }],
    ['ts', { ts: Date.parse('2026-11-24T17:02:01Z') / 1_000 }],
    ['sequence', { sequence: 'short' }],
    ['isACHPayment', { isACHPayment: 'yes' }],
  ])('[API-19] is no oracle: %s with %j is refused', async (field, change) => {
    const response = await sign(await signIn(), change);
    expect(response.json()).toMatchObject({ status: 400, errors: [{ field }] });
    expect(response.body).not.toMatch(/[0-9a-f]{64}/);
  });

  test('[METHODS-3] every answer tells the time by which frames are signed', async () => {
    const { headers } = await sign(await signIn());
    expect(headers.date).toBe('Tue, 24 Nov 2026 17:00:00 GMT');
  });

  test('[API-19] two minutes of difference are accepted', async () => {
    const token = await signIn();
    for (const time of ['16:58:00', '17:02:00']) {
      const ts = Date.parse(`2026-11-24T${time}Z`) / 1_000;
      expect((await sign(token, { ts })).statusCode).toBe(200);
    }
  });

  test('[API-19, METRICS-2] a sequence is signed and counted once, also when asked at the same time', async () => {
    const token = await signIn();
    const sequence = crypto.randomUUID();
    const statuses: number[] = [];
    const signOnce = async () => void statuses.push((await sign(token, { sequence })).statusCode);
    const counts = await countedBy(() => Promise.all([1, 2, 3, 4].map(signOnce)));
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
    expect(counts).toEqual({ open: 1, success: 0, failure: 0, total: 1 });
    expect((await sign(token, { sequence })).json().code).toBe('payment-methods.sequence-used');
    expect((await sign(await signIn(), { sequence })).statusCode).toBe(200);
  });

  test('[API-19, SHARE-1] steps are limited per login', async () => {
    const token = await signIn();
    const statuses: number[] = [];
    for (let step = 0; step < 21; step += 1) statuses.push((await sign(token)).statusCode);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect((await sign(await signIn())).statusCode).toBe(200);
  });
});

describe('verifying a ticket', () => {
  test('[API-19, METHODS-3] tells the card, with a handle of ours in place of the service’s token', async () => {
    const token = await signIn();
    const ticket = await typeIntoFrame(portal, portal.sandbox, token);
    const reply = (await verify(token, ticket)).json();
    expect(reply).toEqual({
      code: 'AUTH',
      cardtype: 'VISA',
      account: 'XXXXXXXXXXXX4242',
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      verbiage: null,
    });
    const [row] = await capturesOf(ticket);
    expect(row).toMatchObject({ last_four: '4242', expires_on: '2030-08-31', processor: 'transafe' });
    expect(row?.token_sealed?.toString('latin1')).not.toMatch(/vi4242/);
    expect((await verify(token, ticket)).json()).toEqual(reply);
  });

  test('[API-19] a bank account is validated by the service; a refusal is reported in its words', async () => {
    const token = await signIn();
    const good = await typeIntoFrame(portal, portal.sandbox, token, typedBankAccount);
    expect((await verify(token, good)).json()).toMatchObject({ code: 'AUTH', cardtype: 'ACH' });
    const account = '1000000259';
    const bad = await typeIntoFrame(portal, portal.sandbox, token, { ...typedBankAccount, account });
    const refused = { code: 'DENY', token: null, cardtype: null, account: null };
    const reply = (await verify(token, bad)).json();
    expect(reply).toMatchObject({ ...refused, verbiage: 'BANK ACCOUNT NOT VERIFIED' });
    expect((await verify(token, bad)).json()).toEqual(reply);
  });

  test('[API-25] a ticket of another login answers like an unknown one, before and after', async () => {
    const [owner, stranger] = [await signIn(), await signIn()];
    const ticket = await typeIntoFrame(portal, portal.sandbox, owner);
    await verify(owner, ticket);
    const foreign = await verify(stranger, ticket);
    const unknown = await verify(stranger, 'f'.repeat(48));
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect({ ...foreign.json(), correlationId: '' }).toEqual({ ...unknown.json(), correlationId: '' });
    expect(await capturesOf('f'.repeat(48))).toEqual([]);
    expect((await verify('', ticket)).statusCode).toBe(401);
  });

  test('[API-25] another login cannot use up a ticket that waits for its answer', async () => {
    const { loginId, token } = await buildCustomer(portal);
    const reference = await typeIntoFrame(portal, portal.sandbox, token);
    await buildCapture(portal.portal, { loginId, processor: 'transafe', reference, ...unanswered });
    expect((await verify(await signIn(), reference)).statusCode).toBe(404);
    expect(await capturesOf(reference)).toMatchObject([{ login_id: loginId, claimed_at: null }]);
    expect((await verify(token, reference)).json()).toMatchObject({ code: 'AUTH' });
  });

  test('[API-19, METRICS-2] verified twice at the same time, a ticket is one capture, counted once', async () => {
    const token = await signIn();
    const ticket = await typeIntoFrame(portal, portal.sandbox, token);
    let responses: Awaited<ReturnType<typeof verify>>[] = [];
    const counts = await countedBy(async () => {
      responses = await Promise.all([1, 2, 3].map(() => verify(token, ticket)));
      await verify(token, ticket);
    });
    expect(counts).toEqual({ open: 0, success: 1, failure: 0, total: 1 });
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200);
    for (const response of responses) expect([200, 409]).toContain(response.statusCode);
    const handles = responses.filter(({ statusCode }) => statusCode === 200).map((r) => r.json().token);
    expect(new Set(handles).size).toBe(1);
    expect(await capturesOf(ticket)).toHaveLength(1);
  });

  test('[API-19] a server that asks has a minute; then another may ask, and after an answer nobody does', async () => {
    const { loginId, token } = await buildCustomer(portal);
    const reference = await typeIntoFrame(portal, portal.sandbox, token);
    const asked = { ...unanswered, claimed_at: portal.clock.now() };
    await buildCapture(portal.portal, { loginId, processor: 'transafe', reference, ...asked });
    await portal.passTime(59_000);
    expect((await verify(token, reference)).json().code).toBe('payment-methods.in-progress');
    await portal.passTime(2_000);
    const reply = (await verify(token, reference)).json();
    expect(reply.code).toBe('AUTH');
    await portal.passTime(61_000);
    await portal.sandbox.control({ processor: 'transafe', mode: 'down' });
    expect((await verify(token, reference)).json()).toEqual(reply);
  });

  test('[API-19] a ticket that expired at the service is unknown', async () => {
    const { emailAddress } = await buildLogin(portal.db);
    const ticket = await typeIntoFrame(portal, portal.sandbox, await portal.signIn(emailAddress));
    await portal.passTime(16 * 60_000);
    expect((await verify(await portal.signIn(emailAddress), ticket)).statusCode).toBe(404);
  });

  test('[API-19] while the service is away: a clear refusal, and the same ticket works later', async () => {
    const token = await signIn();
    const ticket = await typeIntoFrame(portal, portal.sandbox, token);
    await portal.sandbox.control({ processor: 'transafe', mode: 'down' });
    const response = await verify(token, ticket);
    expect(response.json()).toMatchObject({ status: 503, code: 'payment-methods.service-unavailable' });
    expect(response.headers['retry-after']).toBe('2');
    await portal.sandbox.reset();
    expect((await verify(token, ticket)).json()).toMatchObject({ code: 'AUTH' });
  });
});

describe('the card form', () => {
  test('[API-20, METHODS-4] a complete form tells its card', async () => {
    const token = await signIn();
    const uid = await typeIntoForm(portal, portal.sandbox, token);
    const reply = (await readForm(token, uid)).json();
    expect(reply).toEqual({
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nickname: null,
      card_type: 'VISA',
      expiration_date: '08/2030',
      last_four: '4242',
    });
    expect((await readForm(token, uid)).json()).toEqual(reply);
  });

  test('[API-20, METRICS-2] two simultaneous answers about one form count one frame', async () => {
    const token = await signIn();
    const uid = await typeIntoForm(portal, portal.sandbox, token);
    const counts = await countedBy(async () => {
      const replies = await Promise.all(Array.from({ length: 6 }, () => readForm(token, uid)));
      expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    });
    expect(counts).toEqual({ open: 0, success: 1, failure: 0, total: 1 });
  });

  test('[API-20] a form that is not complete is a clear refusal, and can be completed', async () => {
    const token = await signIn();
    const uid = await openForm(portal, token);
    expect((await readForm(token, uid)).json()).toMatchObject({
      status: 409,
      code: 'payment-methods.not-complete',
    });
    const body = new URLSearchParams({ ...typedCard, expmonth: '08', expyear: '2030' });
    await fetch(`${portal.sandbox.framesUrl}/hpf/${uid}`, { method: 'POST', body });
    expect((await readForm(token, uid)).statusCode).toBe(200);
  });

  test('[API-20] a ticket is no uid, and a uid no ticket', async () => {
    const token = await signIn();
    const uid = await typeIntoForm(portal, portal.sandbox, token);
    const ticket = await typeIntoFrame(portal, portal.sandbox, token);
    await verify(token, ticket);
    expect((await verify(token, uid)).statusCode).toBe(404);
    expect((await readForm(token, ticket)).statusCode).toBe(404);
  });

  test.each([
    ['form_name', { form_name: 'other' }],
    ['total_amount', { total_amount: '1.00' }],
    ['billing_name', { billing_name: '' }],
    ['billing_name', { billing_name: ' \u00a0' }],
    ['billing_name', { billing_name: 'a'.repeat(602) }],
  ])('[API-20] a form with another %s is not opened', async (field, change) => {
    const query = { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Rivera', ...change };
    const response = await portal.get('/payments/chase/uid', query, await signIn());
    expect(response.json()).toMatchObject({ status: 400, errors: [{ field }] });
  });

  test('[API-20] a form is opened for a customer with the longest names that an import takes', async () => {
    const name = 'Ñ'.repeat(300);
    const query = { form_name: 'card', total_amount: '0.00', billing_name: `${name} ${name}` };
    expect((await portal.get('/payments/chase/uid', query, await signIn())).statusCode).toBe(200);
  });

  test('[API-20] while the service is away, opening and reading are refused in words', async () => {
    const token = await signIn();
    const uid = await typeIntoForm(portal, portal.sandbox, token);
    await portal.sandbox.control({ processor: 'card-form', mode: 'down' });
    const query = { form_name: 'card', total_amount: '0.00', billing_name: 'Ana Rivera' };
    const refusal = { status: 503, code: 'payment-methods.service-unavailable' };
    expect((await portal.get('/payments/chase/uid', query, token)).json()).toMatchObject(refusal);
    expect((await readForm(token, uid)).json()).toMatchObject(refusal);
    await portal.sandbox.reset();
    expect((await readForm(token, uid)).statusCode).toBe(200);
  });
});

test('[METHODS-2] no log line and no row has a ticket, a uid, or a typed number', async () => {
  const lines: Record<string, unknown>[] = [];
  const recorded = await startTestPortal(portal.sandbox.settings, recordingLog(lines));
  recorded.clock.advance(portal.clock.now().getTime() - recorded.clock.now().getTime());
  const { token } = await buildCustomer(recorded);
  const ticket = await typeIntoFrame(recorded, portal.sandbox, token);
  const uid = await typeIntoForm(recorded, portal.sandbox, token);
  await recorded.get('/transafe/transaction/verify', { cardshieldticket: ticket }, token);
  await recorded.get('/transafe/transaction/verify', { cardshieldticket: 'e'.repeat(48) }, token);
  await recorded.get('/payments/chase/payment-method', { uid }, token);
  const rows = await recorded.db.selectFrom('captured_method').selectAll().execute();
  expect(rows).toHaveLength(2);
  const text = JSON.stringify(lines) + JSON.stringify(rows);
  for (const secret of [ticket, uid, 'e'.repeat(48), '4242424242424242'])
    expect(text.includes(secret), secret.slice(0, 4)).toBe(false);
  await recorded.close();
});
