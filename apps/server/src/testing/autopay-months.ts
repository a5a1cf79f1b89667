import { expect } from 'vitest';
import { planLine } from './builders/import-lines.ts';
import {
  accountOf,
  customerLines,
  importLines,
  type MonthsCustomer,
  mailsTo,
  monthlyBill,
  ops,
  pageOf,
  runJobs,
} from './customer-months.ts';
import { type PayingTestPortal, startPayingPortal } from './paying-portal.ts';

// Months of two customers with autopay, day by day: a card that is declined, and a bank account whose debits come back.
// Bills come by import, time passes by the clock, and pages, mails, receipts, and operator commands tell one story.

export const ana: MonthsCustomer = { name: 'ana', language: 'en' };
export const luz: MonthsCustomer = { name: 'luz', language: 'es' };

/** Starts a portal that sends mails, and imports both with their bills of November. */
export async function startMonths(): Promise<PayingTestPortal> {
  const portal = await startPayingPortal({ AUTOPAY_RETRY_DAYS: '1,3', PROCESSOR_TIMEOUT_MS: '30000' });
  const stopMail = portal.app.keepDelivering();
  await importLines(portal, [
    planLine(),
    ...customerLines(ana, [
      { key: 'good', kind: 'card', lastFour: '4242', token: 'visa-4242-ana' },
      { key: 'empty', kind: 'card', lastFour: '0002', token: 'visa-0002-funds' },
    ]),
    ...customerLines(luz, [
      { key: 'bank', kind: 'bank', lastFour: '6789', token: 'bank-6789-returned' },
      { key: 'card', kind: 'card', lastFour: '1881', token: 'visa-1881-luz' },
    ]),
    monthlyBill(ana, { month: '2026-11', amount: '84.99', previous: '0.00' }),
    monthlyBill(luz, { month: '2026-11', amount: '60.00', previous: '0.00' }),
  ]);
  return {
    ...portal,
    close: async () => {
      await stopMail();
      await portal.close();
    },
  };
}

/** Turns autopay on from the page. */
export async function enroll(
  portal: PayingTestPortal,
  customer: MonthsCustomer,
  lastFour: string,
): Promise<void> {
  const page = await pageOf(portal, customer);
  const body = {
    accountNumber: accountOf(customer),
    enableAutopay: true,
    paymentMethodID: page.methodId(lastFour),
    consents: [{ kind: 'autopay', textVersion: '1', language: customer.language }],
  };
  const reply = await portal.post('/customer/account/autopay', body, page.token);
  expect(reply.json()).toEqual({ statusCode: '00' });
  await runJobs(portal);
}

/** The month adds up: every invariant, the balance on the page, and what the operator sees. */
export async function expectMonth(
  portal: PayingTestPortal,
  owed: Readonly<Record<'ana' | 'luz', number>>,
): Promise<void> {
  expect(await portal.brokenChecks()).toEqual([]);
  expect(await ops(portal, 'check')).toContain('checks passed');
  for (const customer of [ana, luz]) {
    const { balance } = await (await pageOf(portal, customer)).dashboard();
    const amount = owed[customer.name as 'ana' | 'luz'];
    expect({ [customer.name]: balance }).toEqual({ [customer.name]: amount });
    expect(await ops(portal, 'show', accountOf(customer))).toContain(`balance $${amount.toFixed(2)}`);
  }
}

/** The days and subjects of the mails from a day on. */
export async function storyOf(
  portal: PayingTestPortal,
  customer: MonthsCustomer,
  from: string,
): Promise<string[]> {
  const mails = await mailsTo(portal, customer);
  return mails.filter(({ day }) => day >= from).map(({ day, subject }) => `${day} ${plain(subject)}`);
}

/** Without the characters that keep a name or a day on one line. */
export const plain = (text: string) => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ');

/** The payments are the same on the page, in the receipt, for the operator, and at the processor. `newest` ends the list. */
export async function expectSamePayments(
  portal: PayingTestPortal,
  customer: MonthsCustomer,
  newest: readonly string[],
): Promise<void> {
  const page = await pageOf(portal, customer);
  const payments = await page.payments();
  const shown = payments.map(
    ({ amount, payment_method }: { amount: number; payment_method: { last_four: string } }) =>
      `${amount} ${payment_method.last_four.slice(-4)}`,
  );
  expect(shown.slice(-newest.length)).toEqual(newest);
  const support = await ops(portal, 'show', accountOf(customer));
  const charges = await portal.sandbox.charges();
  for (const { id, amount, status, trasaction_id, reference } of payments) {
    const money = `$${amount.toFixed(2)}`;
    const printed = `${reference.slice(0, 4)}-${reference.slice(4)}`;
    expect(support).toMatch(new RegExp(`${money.replace('$', '\\$')}.*${printed}`));
    const pdf = await page.receiptPdf(id);
    expect(pdf).toContain(money);
    expect(pdf).toContain(printed);
    const charge = charges.find((made) => made.id === trasaction_id);
    expect(charge?.amountCents).toBe(status === 'PROCESSING_ERROR' ? undefined : Math.round(amount * 100));
  }
}
