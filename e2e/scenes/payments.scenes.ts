import type { BillingRefresh } from '@myaccount/contract/home';
import type { Locator, Page } from '@playwright/test';
import { setPageFlag } from '../support/flags.ts';
import { openQuestions } from '../support/payment-form.ts';
import { type Act, type Actor, changing, failing, pending, type Scene } from './scene.ts';

const payCall = '**/api/payments/make-payment';
const refreshCall = '**/api/billing/gtv/billing-account/refresh*';
const path = 'billing/make-payment';
const ofAna = { email: 'ana.rivera@example.com', path };
const ofTess = { email: 'tess.tries@example.com', path };

/** Opens every question of the form. */
async function openForm(page: Page, { text }: Actor): Promise<Locator> {
  const form = page.getByRole('form', { name: text('payments.form.title') });
  await openQuestions(form);
  return form;
}

/** Fills in another amount. */
async function enterAmount(page: Page, actor: Actor, amount: string): Promise<Locator> {
  const form = await openForm(page, actor);
  await form.getByRole('radio', { name: actor.text('payments.form.amount.otherAmount') }).check();
  await form.getByRole('textbox', { name: actor.text('payments.form.amount.label') }).fill(amount);
  return form;
}

/** Fills in the form with another amount and a method, and presses the button; amounts differ by language. */
const pay =
  (cents: string, method: string): Act =>
  async (page, actor) => {
    const { text, language } = actor;
    const amount = `${language === 'en' ? 21 : 22}.${cents}`;
    const form = await enterAmount(page, actor, amount);
    await form
      .getByRole('radio', { name: new RegExp(method) })
      .first()
      .check();
    const authorization = form.getByRole('checkbox');
    if (await authorization.isVisible()) await authorization.check();
    await form.getByRole('button', { name: text('payments.form.submit', { amount: `$${amount}` }) }).click();
  };

/** Dates the payment: the calendar opens, and its last day is chosen. */
const date: Act = async (page, actor) => {
  const form = await openForm(page, actor);
  await form.getByRole('radio', { name: actor.text('payments.form.when.dated') }).check();
  await form.getByRole('grid').waitFor();
  await form.locator('[data-day]:enabled').last().click();
};

/** Shows the balance with a change. */
const withBalance = (change: (billing: BillingRefresh) => Partial<BillingRefresh>) =>
  changing<BillingRefresh>(refreshCall, (billing) => ({ ...billing, ...change(billing) }));

/** A payment whose result is out since a time. */
const unconfirmedSince = (since: string) => withBalance(() => ({ unconfirmed: { amount: 84.99, since } }));

/** A past-due bill before the others. */
const withPastDue = withBalance(({ amountDue, openItems }) => ({
  amountDue: amountDue + 50,
  pastDue: 50,
  openItems: openItems
    .slice(0, 1)
    .flatMap((item) => [
      { ...item, invoice_id: 'late', label: '2026-1', amount: 50, due_date: '2026-01-05', past_due: true },
      item,
    ]),
}));

/** Only bills whose due date passed: no day can be chosen. */
const onlyNow = withBalance(({ openItems }) => ({
  openItems: openItems.map((item) => ({ ...item, due_date: '2026-01-05', past_due: true })),
}));

const paid =
  (cents: string, method: string): Act =>
  async (page, actor) => {
    await pay(cents, method)(page, actor);
    await page.waitForURL(/payment-success/);
  };

/** The payment form, its answers, the receipt, and the history. */
export const paymentsScenes: readonly Scene[] = [
  { name: 'payments-due', email: 'ana.rivera@example.com', path: 'payments' },
  { name: 'payments-past-due', email: 'jerome.banks@example.com', path: 'payments' },
  { name: 'payments-on-its-way', email: 'mei.tanaka@example.com', path: 'payments' },
  { name: 'payments-returned', email: 'carl.jensen@example.com', path: 'payments' },
  { name: 'payments-nothing-due', email: 'samuel.ortiz@example.com', path: 'payments' },
  { name: 'payments-no-method', email: 'walter.kim@example.com', path: 'payments' },
  { name: 'payments-expired-method', email: 'denise.fowler@example.com', path: 'payments' },
  { name: 'payments-closed', email: 'greg.olsen@example.com', path: 'payments' },
  { name: 'payments-empty', email: 'iris.novak@example.com', path: 'payments' },
  {
    name: 'payments-failed',
    email: 'ana.rivera@example.com',
    path: 'payments',
    intercept: failing('**/api/payments*'),
  },
  {
    name: 'payments-balance-failed',
    email: 'ana.rivera@example.com',
    path: 'payments',
    intercept: failing(refreshCall),
  },
  { ...ofAna, name: 'make-payment' },
  {
    ...ofAna,
    name: 'make-payment-bill-not-open',
    path: 'billing/make-payment?bill=none',
  },
  {
    ...ofAna,
    name: 'make-payment-wrong-amount',
    act: async (page, actor) => {
      await enterAmount(page, actor, '0');
      await page.keyboard.press('Enter');
      await page.getByText(actor.text('payments.form.errors.amountInvalid')).waitFor();
    },
  },
  { ...ofAna, name: 'make-payment-dated', act: date },
  {
    ...ofAna,
    name: 'make-payment-due-date',
    act: async (page, actor) => {
      const form = await openForm(page, actor);
      await form.locator('[name="paymentTiming"]').nth(1).check();
    },
  },
  {
    ...ofAna,
    name: 'make-payment-recurring',
    intercept: (page) => setPageFlag(page, 'recurringPayments', true),
    act: async (page, actor) => {
      await openForm(page, actor);
      await page.getByRole('radio', { name: actor.text('payments.form.recurring.recurring') }).check();
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    ...ofTess,
    name: 'make-payment-all-methods',
    act: async (page, actor) => {
      await openForm(page, actor);
    },
  },
  {
    ...ofTess,
    name: 'make-payment-processing',
    intercept: pending(payCall),
    act: pay('10', 'Works'),
  },
  {
    ...ofTess,
    name: 'make-payment-declined',
    act: async (page, actor) => {
      await pay('20', 'No money')(page, actor);
      await page.getByText(actor.text('payments.outcome.failed')).first().waitFor();
    },
  },
  {
    ...ofTess,
    name: 'make-payment-declined-due-now',
    intercept: onlyNow,
    act: async (page, actor) => {
      await pay('21', 'No money')(page, actor);
      await page.getByText(actor.text('payments.outcome.failed')).first().waitFor();
    },
  },
  {
    ...ofTess,
    name: 'make-payment-unconfirmed',
    intercept: failing(payCall),
    act: async (page, actor) => {
      await pay('30', 'Works')(page, actor);
      await page.getByRole('button', { name: actor.text('payments.outcome.checkOrFinish') }).waitFor();
    },
  },
  {
    ...ofAna,
    name: 'make-payment-overpaid',
    act: async (page, actor) => {
      await enterAmount(page, actor, '9000');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...ofAna,
    name: 'make-payment-other-unconfirmed',
    intercept: unconfirmedSince('2026-01-05T15:00:00Z'),
  },
  {
    ...ofAna,
    name: 'make-payment-other-confirming',
    intercept: unconfirmedSince('2099-01-05T15:00:00Z'),
  },
  {
    ...ofAna,
    name: 'make-payment-dated-past-due',
    intercept: withPastDue,
    act: date,
  },
  { ...ofTess, name: 'receipt-paid', act: paid('40', 'Works') },
  { ...ofTess, name: 'receipt-partly-approved', act: paid('80', 'Half') },
  {
    ...ofTess,
    name: 'receipt-on-its-way',
    act: paid('60', 'settles in 3 days'),
  },
];
