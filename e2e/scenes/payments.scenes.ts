import type { BillingRefresh } from '@myaccount/contract/home';
import type { Page } from '@playwright/test';
import { setPageFlag } from '../support/flags.ts';
import { openQuestions } from '../support/payment-form.ts';
import { type Actor, failing, pending, type Scene } from './scene.ts';

const tess = 'tess.tries@example.com';
const payCall = '**/api/payments/make-payment';

/** Fills in the form with another amount and a method, and presses the button; amounts differ by language. */
const pay =
  (cents: string, method: string) =>
  async (page: Page, { text, language }: Actor) => {
    const form = page.getByRole('form', { name: text('payments.form.title') });
    const amount = `${language === 'en' ? 21 : 22}.${cents}`;
    await openQuestions(form);
    await form.getByRole('radio', { name: text('payments.form.amount.otherAmount') }).check();
    await form.getByRole('textbox', { name: text('payments.form.amount.label') }).fill(amount);
    await form
      .getByRole('radio', { name: new RegExp(method) })
      .first()
      .check();
    const authorization = form.getByRole('checkbox');
    if (await authorization.isVisible()) await authorization.check();
    await form.getByRole('button', { name: text('payments.form.submit', { amount: `$${amount}` }) }).click();
  };

/** Two payments dated ahead, as the server lists them. */
const listing: NonNullable<Scene['intercept']> = (page) =>
  page.route('**/api/payments/planned?*', (route) => route.fulfill({ json: plans }));

const plans = [
  ['2026-12-01', 84.99],
  ['2026-12-03', 20],
].map(([planned_for, amount], index) => ({
  id: `plan-${index}`,
  planned_for,
  amount,
  payment_method: {
    payment_method_type: 'tokenized-credit-card',
    card_type: 'VISA',
    nickname: 'Everyday Visa',
    expiration_date: '08/2030',
    last_four: '4242',
    token: null,
    reference: null,
    account_holder_name: null,
    first_name: null,
    last_name: null,
    custom_field_values: [],
  },
  created_at: '2026-11-22T15:00:00Z',
}));

/** Dates the payment: the calendar opens, and its last day is chosen. */
const date = async (page: Page, { text }: Actor) => {
  const form = page.getByRole('form', { name: text('payments.form.title') });
  await openQuestions(form);
  await form.getByRole('radio', { name: text('payments.form.when.dated') }).check();
  await form.getByRole('grid').waitFor();
  await form.locator('[data-day]:enabled').last().click();
};

/** Shows the balance with a change. */
const withBalance =
  (change: (billing: BillingRefresh) => Partial<BillingRefresh>): NonNullable<Scene['intercept']> =>
  (page) =>
    page.route('**/api/billing/gtv/billing-account/refresh*', async (route) => {
      const response = await route.fetch();
      const billing = (await response.json()) as BillingRefresh;
      await route.fulfill({ response, json: { ...billing, ...change(billing) } });
    });

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

const paid = (cents: string, method: string) => async (page: Page, actor: Actor) => {
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
    intercept: failing('**/api/billing/gtv/billing-account/refresh*'),
  },
  { name: 'make-payment', email: 'ana.rivera@example.com', path: 'billing/make-payment' },
  {
    name: 'make-payment-bill-not-open',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment?bill=none',
  },
  {
    name: 'make-payment-wrong-amount',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    act: async (page, { text }) => {
      const form = page.getByRole('form', { name: text('payments.form.title') });
      await openQuestions(form);
      await form.getByRole('radio', { name: text('payments.form.amount.otherAmount') }).check();
      await form.getByRole('textbox', { name: text('payments.form.amount.label') }).fill('0');
      await page.keyboard.press('Enter');
      await page.getByText(text('payments.form.errors.amountInvalid')).waitFor();
    },
  },
  { name: 'make-payment-dated', email: 'ana.rivera@example.com', path: 'billing/make-payment', act: date },
  {
    name: 'make-payment-planned',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: listing,
    act: async (page, { text }) => {
      const list = page.getByRole('region', { name: text('payments.planned.title') });
      await list.getByRole('button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'make-payment-recurring',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: (page) => setPageFlag(page, 'recurringPayments', true),
    act: async (page, { text }) => {
      await openQuestions(page.getByRole('form', { name: text('payments.form.title') }));
      await page.getByRole('radio', { name: text('payments.form.recurring.recurring') }).check();
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'make-payment-all-methods',
    email: tess,
    path: 'billing/make-payment',
    act: async (page, { text }) => {
      await openQuestions(page.getByRole('form', { name: text('payments.form.title') }));
    },
  },
  {
    name: 'make-payment-processing',
    email: tess,
    path: 'billing/make-payment',
    intercept: pending(payCall),
    act: pay('10', 'Works'),
  },
  {
    name: 'make-payment-declined',
    email: tess,
    path: 'billing/make-payment',
    act: async (page, actor) => {
      await pay('20', 'No money')(page, actor);
      await page.getByText(actor.text('payments.outcome.failed')).first().waitFor();
    },
  },
  {
    name: 'make-payment-unconfirmed',
    email: tess,
    path: 'billing/make-payment',
    intercept: failing(payCall),
    act: async (page, actor) => {
      await pay('30', 'Works')(page, actor);
      await page.getByRole('button', { name: actor.text('payments.outcome.checkOrFinish') }).waitFor();
    },
  },
  {
    name: 'make-payment-overpaid',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    act: async (page, { text }) => {
      const form = page.getByRole('form', { name: text('payments.form.title') });
      await openQuestions(form);
      await form.getByRole('radio', { name: text('payments.form.amount.otherAmount') }).check();
      await form.getByRole('textbox', { name: text('payments.form.amount.label') }).fill('9000');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'make-payment-other-unconfirmed',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: unconfirmedSince('2026-01-05T15:00:00Z'),
  },
  {
    name: 'make-payment-other-confirming',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: unconfirmedSince('2099-01-05T15:00:00Z'),
  },
  {
    name: 'make-payment-dated-past-due',
    email: 'ana.rivera@example.com',
    path: 'billing/make-payment',
    intercept: withPastDue,
    act: date,
  },
  { name: 'receipt-paid', email: tess, path: 'billing/make-payment', act: paid('40', 'Works') },
  { name: 'receipt-partly-approved', email: tess, path: 'billing/make-payment', act: paid('80', 'Half') },
  {
    name: 'receipt-on-its-way',
    email: tess,
    path: 'billing/make-payment',
    act: paid('60', 'settles in 3 days'),
  },
];
