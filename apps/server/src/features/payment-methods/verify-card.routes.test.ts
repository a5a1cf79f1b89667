import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildCapture } from '../../testing/builders/captured-method.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startPayingPortal } from '../../testing/paying-portal.ts';
import { recordingLog, startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';
import { listAudit, listConsents, listMails } from '../../testing/traces.ts';

const portal = forFile(() => startPayingPortal({ PROCESSOR_TIMEOUT_MS: '1000' }));
const lines: Record<string, unknown>[] = [];
const startWith = (settings: Record<string, string>) =>
  startTestPortal({ ...portal.sandbox.settings, ...settings }, recordingLog(lines));
/** A server that verifies no card, and one whose log is read. */
const unverified = forFile(() => startWith({ ORBITAL_VERIFIES_CARDS: 'false' }));
const logging = forFile(() => startWith({}));
afterEach(() => portal.sandbox.reset());
beforeEach(() => {
  lines.length = 0;
});

interface Attempt {
  readonly token: string;
  readonly reference: string;
  readonly amountCents: number;
  readonly outcome: string;
}
const attemptsOf = async (token: string): Promise<Attempt[]> => {
  const all = (await (await fetch(`${portal.sandbox.url}/attempts.json`)).json()) as Attempt[];
  return all.filter((attempt) => attempt.token === token);
};

const letters = 'abcdefghij';
/** The token of a card of the form, whose last letters differ by test. */
let count = 0;
function newToken(outcomeCents: number, brand = 'vi'): string {
  count += 1;
  const last = letters[count % letters.length] ?? '';
  const before = letters[Math.floor(count / letters.length)] ?? '';
  return `${brand}42420830${String(outcomeCents).padStart(2, '0')}abcdefgh${before}${last}`;
}

/** Builds the card that a form captured with a token, and returns its handle. */
async function captureToken(
  on: typeof unverified,
  { loginId }: Customer,
  token: string,
  fields: object = {},
) {
  const sealed = on.portal.secrets.seal(token, 'captured_method.token');
  const stored = { token_sealed: sealed.bytes, token_key_id: sealed.keyId };
  const common = { loginId, processor: 'orbital', reference: token, ...stored } as const;
  return await buildCapture(on.portal, { ...common, ...fields });
}

function save(on: typeof unverified, { account, token }: Customer, handle: string, method: object = {}) {
  const body = {
    auto_payment: false,
    billing_account: { id: account.id },
    consents: [{ kind: 'stored-method', textVersion: '1', language: 'en' }],
    payment_method: {
      payment_method_type: 'tokenized-credit-card',
      token: handle,
      nickname: null,
      card_type: 'VISA',
      expiration_date: '08/2030',
      last_four: '4242',
      ...method,
    },
  };
  return on.post('/payments/make-recurring-payment-chase', body, token);
}

const methodsOf = (on: typeof unverified, { account }: Customer) =>
  readRows(on.db, 'payment_method', { account_id: account.id });

describe('[METHODS-4] a card of the form', () => {
  test('is verified once, for nothing, and saved', async () => {
    const customer = await buildCustomer(portal);
    const token = newToken(0);
    const handle = await captureToken(portal, customer, token);
    expect((await save(portal, customer, handle)).statusCode).toBe(201);
    expect(await attemptsOf(token)).toMatchObject([
      { amountCents: 0, outcome: 'verification', reference: expect.stringMatching(/^[1-9]\d{15}$/) },
    ]);
    expect((await save(portal, customer, handle)).statusCode).toBe(201);
    expect(await attemptsOf(token)).toHaveLength(1);
    expect((await portal.sandbox.charges()).filter((charge) => charge.token === token)).toEqual([]);
  });

  test.each([
    ['stolen', 4],
    ['declined', 5],
    ['closed', 7],
  ])(
    'that is %s is refused, nothing is saved or mailed, and another one can follow',
    async (_what, cents) => {
      const customer = await buildCustomer(portal);
      const token = newToken(cents);
      const refused = await captureToken(portal, customer, token);
      for (const _ of [1, 2])
        expect((await save(portal, customer, refused)).json()).toMatchObject({
          status: 402,
          code: 'payment-methods.not-verified',
        });
      expect(await methodsOf(portal, customer)).toEqual([]);
      expect(await listConsents(portal, customer)).toEqual([]);
      expect(await listMails(portal, customer)).toEqual([]);
      expect(await listAudit(portal, customer)).toEqual([]);
      const [first, second] = await attemptsOf(token);
      expect(second?.reference, 'the same verification again').toBe(first?.reference);
      const good = await captureToken(portal, customer, newToken(0));
      expect((await save(portal, customer, good)).statusCode).toBe(201);
    },
  );

  test('whose token Orbital does not know is refused', async () => {
    const customer = await buildCustomer(portal);
    const handle = await captureToken(portal, customer, 'visa-4242-unknown');
    expect((await save(portal, customer, handle)).json()).toMatchObject({
      code: 'payment-methods.not-verified',
    });
    expect(await methodsOf(portal, customer)).toEqual([]);
  });

  test.each([
    ['without money', 2],
    ['whose answer is lost', 12],
    ['whose answer never comes', 15],
    ['that nobody answers for', 16],
    ['while Orbital is down', 30],
    ['while Orbital is overloaded', 32],
  ])('%s is saved, and its first charge decides', async (_what, cents) => {
    const customer = await buildCustomer(portal);
    const token = newToken(cents);
    const handle = await captureToken(portal, customer, token);
    const response = await save(portal, customer, handle);
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    expect(await attemptsOf(token)).toHaveLength(1);
    expect(await methodsOf(portal, customer)).toHaveLength(1);
  });

  test.each([
    [5, 402, 'declined', expect.stringContaining('Do Not Honor')],
    [16, 201, 'unknown', expect.stringContaining('No reply')],
  ])(
    'with the outcome %i answers %i and is in the log as %s, with Orbital’s words',
    async (cents, status, outcome, reason) => {
      const customer = await buildCustomer(logging);
      const handle = await captureToken(logging, customer, newToken(cents));
      expect((await save(logging, customer, handle)).statusCode).toBe(status);
      const logged = lines.filter(({ msg }) => msg === 'card not verified');
      const correlationId = expect.stringMatching(/^[A-Za-z0-9-]{8,64}$/);
      expect(logged).toMatchObject([{ outcome, reason, correlationId }]);
    },
  );

  test('is verified under one reference, however often the page sends it', async () => {
    const customer = await buildCustomer(portal);
    const token = newToken(0);
    const handle = await captureToken(portal, customer, token);
    const responses = await Promise.all([1, 2, 3].map(() => save(portal, customer, handle)));
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
    expect(new Set((await attemptsOf(token)).map(({ reference }) => reference)).size).toBe(1);
    expect(await methodsOf(portal, customer)).toHaveLength(1);
  });

  test('of Discover, and of somebody else, is not verified', async () => {
    const [customer, stranger] = [await buildCustomer(portal), await buildCustomer(portal)];
    const discover = newToken(0, 'di');
    const handle = await captureToken(portal, customer, discover, { card_type: 'DISCOVER' });
    expect((await save(portal, customer, handle, { card_type: 'DISCOVER' })).statusCode).toBe(201);
    const foreign = newToken(0);
    const hidden = await captureToken(portal, stranger, foreign);
    expect((await save(portal, customer, hidden)).statusCode).toBe(404);
    expect([await attemptsOf(discover), await attemptsOf(foreign)]).toEqual([[], []]);
  });

  test('is saved as it is where the setting turns the verification off', async () => {
    const customer = await buildCustomer(unverified);
    const token = newToken(5);
    const handle = await captureToken(unverified, customer, token);
    expect((await save(unverified, customer, handle)).statusCode).toBe(201);
    expect(await attemptsOf(token)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === 'card not verified')).toEqual([]);
  });
});
