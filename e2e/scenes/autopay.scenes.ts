import type { BillingRefresh } from '@myaccount/contract/home';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import type { Page } from '@playwright/test';
import { type Actor, changing, type Scene } from './scene.ts';

const refreshCall = '**/api/billing/gtv/billing-account/refresh*';

/** The balance of an account with a charge ahead. */
type ChargedBilling = BillingRefresh & { nextCharge: NonNullable<BillingRefresh['nextCharge']> };

const press = (key: string) => async (page: Page, actor: Actor) => {
  await page.getByRole('button', { name: actor.text(key) }).click();
  await page.getByRole('dialog').waitFor();
};
const form = async (page: Page, actor: Actor) => {
  await press('autopay.turnOn.open')(page, actor);
  await page.getByRole('dialog').getByRole('checkbox').waitFor();
};

const ofMarcus = { payment_method: { card_type: 'MASTERCARD', last_four: '4444' } };

/** As after a charge that a bank declined; no import brings one. */
const declined = changing<ChargedBilling>(refreshCall, (billing) => {
  const { amount, date } = billing.nextCharge;
  const failedOn = billing.recentBills.at(-1)?.occurred_on;
  const problem = { code: 'insufficient-funds', amount, date: failedOn, retry_date: date };
  const failed = { ...ofMarcus, kind: 'declined', reason: problem.code, ...problem, invoice_ids: [] };
  return { ...billing, autopay: { ...billing.autopay, problem }, happenings: [failed], paidBy: null };
});

/** As after a charge that its customer stopped by the link of its notice; no import brings one. */
const stopped = changing<ChargedBilling>(refreshCall, ({ nextCharge, autopay, ...billing }) => {
  const { amount, date } = nextCharge;
  const problem = { code: 'stopped', amount, date, retry_date: null };
  const stop = { kind: 'declined', reason: problem.code, ...problem, invoice_ids: [] };
  return { ...billing, nextCharge: null, autopay: { ...autopay, problem }, happenings: [stop], paidBy: null };
});

/** As after debits of the bank account came back: autopay cannot charge it. */
const returned = changing<RecurringPayment[]>('**/api/payments/recurring-payments*', (methods) => {
  const isBank = ({ payment_method }: RecurringPayment) => payment_method.card_type === 'ACH';
  return methods.map((method) => ({ ...method, no_autopay: isBank(method) ? 'returned' : null }));
});

const marcus = 'marcus.webb@example.com';

/** Turning autopay on and off, and the outcome of a charge. */
export const autopayScenes: readonly Scene[] = [
  { name: 'autopay-on', email: marcus, path: 'payments' },
  {
    name: 'autopay-turn-off',
    email: marcus,
    path: 'payments',
    act: async (page, { text }) => {
      await page.getByRole('button', { name: text('autopay.turnOff.open') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'autopay-charge-declined', email: marcus, path: '', intercept: declined },
  { name: 'autopay-charge-declined-payments', email: marcus, path: 'payments', intercept: declined },
  { name: 'autopay-charge-stopped', email: marcus, path: '', intercept: stopped },
  { name: 'autopay-turn-on', email: 'ana.rivera@example.com', path: '', act: form },
  { name: 'autopay-past-due', email: 'jerome.banks@example.com', path: '', act: form },
  {
    name: 'autopay-returned-method',
    email: 'carl.jensen@example.com',
    path: '',
    intercept: returned,
    act: form,
  },
  {
    name: 'autopay-not-authorized',
    email: 'ana.rivera@example.com',
    path: '',
    act: async (page, actor) => {
      await form(page, actor);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: actor.text('autopay.turnOn.submit') })
        .click();
      await page.getByText(actor.text('autopay.turnOn.agreeFirst')).waitFor();
    },
  },
  {
    name: 'autopay-no-method',
    email: 'walter.kim@example.com',
    path: '',
    act: async (page, actor) => {
      await press('autopay.turnOn.open')(page, actor);
      await page.getByText(actor.text('autopay.turnOn.noMethod')).waitFor();
    },
  },
];
