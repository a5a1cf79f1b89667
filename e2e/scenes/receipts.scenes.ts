import type { PaymentRow } from '@myaccount/contract/payments';
import { card, receiptOf } from '../../apps/web/src/testing/page-data.ts';
import { answering, failing, type Intercept, type Scene } from './scene.ts';

const ana = 'ana.rivera@example.com';
const receiptCall = '**/api/payments/receipt?*';

/** A payment that a bank declined: no persona has one of a known amount and reason. */
const declined = receiptOf({
  status: 'PROCESSING_ERROR',
  amount: 104.21,
  occurred_on: '2026-11-20',
  occurred_at: '2026-11-20T15:00:00Z',
  trasaction_id: null,
  account_num: '100200301',
  payment_method: card({ nickname: 'Everyday Visa', expiration_date: '08/2030' }),
  failure: { code: 'insufficient-funds' },
});

/** A part was given back, twice. */
const refundedInPart = receiptOf({
  ...declined,
  status: 'COMPLETED',
  trasaction_id: '841209773315029',
  failure: null,
  refunded: 32.5,
  refunds: [
    { id: 'r-1', amount: 20, refunded_on: '2026-12-03' },
    { id: 'r-2', amount: 12.5, refunded_on: '2026-12-10' },
  ],
});

/** Rows of the history: each state, and each kind of method. */
const rows: PaymentRow[] = (
  [
    ['COMPLETED', 'VISA'],
    ['PENDING', 'ACH'],
    ['PENDING', 'VISA'],
    ['PROCESSING_ERROR', 'MASTERCARD'],
    ['COMPLETED', 'OTHER'],
    ['REFUNDED', 'VISA'],
  ] as const
).map(([status, card_type], index) => ({
  ...declined,
  id: `p-${index}`,
  status,
  trasaction_id: status === 'PENDING' ? null : `84120977331502${index}`,
  payment_method: { ...declined.payment_method, card_type },
  failure: status === 'PROCESSING_ERROR' ? declined.failure : null,
  ...(index === 0 && { refunded: 20 }),
}));

/** The browser remembers a payment that is none of the caller's. */
const rememberingOther: Intercept = async (page) => {
  const details = {
    paymentId: 'p-1',
    date: '2026-11-20',
    amount: 104.21,
    paymentMethod: 'Credit Card …4242',
  };
  await page.addInitScript((text) => localStorage.setItem('payment-details', text), JSON.stringify(details));
};

/** As right after a payment whose receipt cannot be loaded. */
const remembering: Intercept = async (page) => {
  await rememberingOther(page);
  await failing(receiptCall)(page);
};

/** As right after a part was paid. */
const partPaid: Intercept = async (page) => {
  await rememberingOther(page);
  const made = { status: 'COMPLETED', failure: null, trasaction_id: '841209773315029' } as const;
  await answering(receiptCall, receiptOf({ ...declined, ...made }))(page);
};

/** Receipts that no payment of the scenes leads to, and the history. */
export const receiptsScenes: readonly Scene[] = [
  {
    name: 'receipt-failed',
    email: ana,
    path: 'payments/receipts/p-1',
    intercept: answering(receiptCall, declined),
  },
  {
    name: 'receipt-refunded-in-part',
    email: ana,
    path: 'payments/receipts/p-1',
    intercept: answering(receiptCall, refundedInPart),
  },
  {
    name: 'payments-every-state',
    email: ana,
    path: 'payments',
    intercept: answering('**/api/payments?*', { totalCount: rows.length, totalPages: 1, result: rows }),
  },
  { name: 'receipt-part-paid', email: ana, path: 'billing/payment-success', intercept: partPaid },
  {
    name: 'make-payment-rest-planned',
    email: ana,
    path: 'billing/payment-success',
    intercept: partPaid,
    act: async (page, { text }) => {
      await page.getByRole('link', { name: text('payments.left.plan', { day: '' }).trim() }).click();
      await page.waitForURL(/make-payment/);
      await page.getByText(text('payments.form.when.question')).waitFor();
    },
  },
  { name: 'receipt-unknown', email: ana, path: 'payments/receipts/none' },
  { name: 'receipt-not-loaded', email: ana, path: 'payments/receipts/p-1', intercept: failing(receiptCall) },
  { name: 'receipt-other-sign-in', email: ana, path: 'billing/payment-success', intercept: rememberingOther },
  { name: 'receipt-unconfirmed', email: ana, path: 'billing/payment-success', intercept: remembering },
];
