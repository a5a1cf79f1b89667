import { afterAll, describe, expect, test } from 'vitest';
import { dashboardOf } from '../../testing/autopay.ts';
import { buildOpening } from '../../testing/builders/opening.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';

const consents = [{ kind: 'bank-debit', textVersion: '1', language: 'en' }];

const portal = forFile(() => startPayingPortal());
afterAll(async () => expect(await portal.brokenChecks()).toEqual([]));

/** The balance as the page of a tab sends it. */
async function seenBy(payer: Payer): Promise<number> {
  const { balance, planned, inFlight } = await dashboardOf(portal, payer);
  return Math.round((balance - planned - inFlight) * 100) / 100;
}

/** Pays $30 from a tab that saw a balance. Returns the payment's state, or the code of the refusal. */
async function payFrom(tab: string, payer: Payer, seenBalance: number): Promise<string> {
  const response = await portal.pay(payer, { amount: 30, seenBalance, consents }, tab);
  return response.json().code ?? response.json().status;
}

const nothing = async () => await portal.buildPayer({ bills: [] });

async function withOpening(amountCents: number): Promise<Payer> {
  const payer = await nothing();
  await buildOpening(portal.db, payer.account, { amountCents, dueOn: '2026-11-26' });
  return payer;
}

/** Has paid so much of a bill of $84.99 by bank debit. */
async function withDebit(amount: number): Promise<Payer> {
  const payer = await portal.buildPayer({ kind: 'bank' });
  expect((await portal.pay(payer, { amount, consents })).json().status).toBe('PENDING');
  return payer;
}

async function withPlan(): Promise<Payer> {
  const payer = await portal.buildPayer();
  expect((await portal.pay(payer, { amount: 80, payment_date: '2026-11-25' })).statusCode).toBe(200);
  return payer;
}

const accounts: [string, number, () => Promise<Payer>][] = [
  ['nothing due', 0, nothing],
  ['a credit', -40, () => withOpening(-4_000)],
  ['a cent of credit', -0.01, () => withOpening(-1)],
  ['a debt', 84.99, () => portal.buildPayer()],
  ['a debt that the first covers', 20, () => withOpening(2_000)],
  ['all that is due on its way', 0, () => withDebit(84.99)],
  ['more than is due on its way', -15.01, () => withDebit(100)],
  ['a planned payment', 4.99, withPlan],
];

describe.each(accounts)('with %s', (_what, expectedSeen, build) => {
  test('[PAY-6] two tabs that pay at once charge once', async () => {
    const payer = await build();
    const seen = await seenBy(payer);
    expect(seen).toBe(expectedSeen);
    const before = (await portal.chargesOf(payer)).length;
    const results = await Promise.all(['one', 'other'].map((tab) => payFrom(tab, payer, seen)));
    const made = ['COMPLETED', 'PENDING'];
    expect(results.filter((result) => made.includes(result))).toHaveLength(1);
    const refused = results.filter((result) => !made.includes(result)).join();
    expect(['payments.in-progress', 'payments.balance-changed']).toContain(refused);
    expect(await portal.chargesOf(payer)).toHaveLength(before + 1);
  });

  test('[PAY-6] the second tab is refused until it has seen the payment of the first', async () => {
    const payer = await build();
    const seen = await seenBy(payer);
    const before = (await portal.chargesOf(payer)).length;
    expect(await payFrom('one', payer, seen)).toMatch(/COMPLETED|PENDING/);
    expect(await payFrom('other', payer, seen)).toBe('payments.balance-changed');
    const now = await seenBy(payer);
    expect(now).toBe((Math.round(seen * 100) - 3_000) / 100);
    // A page of the release before sends 0 for credit.
    expect(await payFrom('old-page', payer, Math.max(0, seen))).toBe('payments.balance-changed');
    expect(await portal.chargesOf(payer)).toHaveLength(before + 1);
    expect(await payFrom('other', payer, now)).toMatch(/COMPLETED|PENDING/);
    expect(await portal.chargesOf(payer)).toHaveLength(before + 2);
  });
});

test('[PAY-6] who starts over after a lost answer is refused until the page shows what became of it, and who sends no balance is not', async () => {
  const payer = await nothing();
  await portal.sandbox.control({ processor: 'orbital', mode: 'lose-answers' });
  expect(await payFrom('lost', payer, 0)).toBe('PENDING');
  expect(await payFrom('started-over', payer, 0)).toBe('payments.in-progress');
  await portal.sandbox.reset();
  await portal.passTime(60_000);
  expect(await payFrom('started-over', payer, 0)).toBe('payments.balance-changed');
  expect(await payFrom('lost', payer, 0)).toBe('COMPLETED');
  expect(await portal.chargesOf(payer)).toHaveLength(1);
  expect(await seenBy(payer)).toBe(-30);
  expect((await portal.pay(payer, { amount: 31 })).json().status).toBe('COMPLETED');
  expect(await portal.chargesOf(payer)).toHaveLength(2);
});
