import type { BillingRefresh } from '@myaccount/contract/home';
import type { PaymentMethod } from '@myaccount/contract/payment-methods';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { billing, card } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { changeConfig } from '../../testing/web-config.ts';
import { AutopayProblem, AutopayState } from './AutopayState.tsx';

const on = { isAutoPayEnabled: true } as const;
const nextCharge = { date: '2026-12-01', amount: 84.99, recurring_payment_id: 'm-1' };

const autopayBy = (payment_method: PaymentMethod) => ({ payment_method, has_consent: true, problem: null });

async function show(over: Partial<BillingRefresh>) {
  await renderPage(
    <>
      <p data-testid="state">
        <AutopayState billing={billing(over)} />
      </p>
      <AutopayProblem billing={billing(over)} />
    </>,
  );
  return plain((await screen.findByTestId('state')).textContent);
}

/** Without the characters that keep a name or a day on one line. */
function plain(text: string | null): string {
  return (text ?? '').replaceAll('\u2060', '').replaceAll(/\s/g, ' ');
}

const onEachDueDate = 'On each due date your open balance is charged to Credit Card …4242.';

test.each([
  ['off', {}, 'First charge $84.99 on Dec 01, 2099.'],
  ['off with nothing to charge', { firstCharge: null }, 'Autopay is off. You pay each bill yourself.'],
  ['a charge to come', { ...on, nextCharge }, '$84.99 will be charged to Credit Card …4242 on Dec 01, 2026.'],
  ['nothing to charge', { ...on, amountDue: 0 }, onEachDueDate],
  [
    'debt that waits',
    { ...on, pastDue: 50 },
    `${onEachDueDate} The $50.00 that is past due is charged with your next bill, unless you pay it before.`,
  ],
])('[AUTOPAY-4] %s', async (_what, over, sentence) => {
  expect(await show(over)).toBe(sentence);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[AUTOPAY-2] off, it says what autopay would save each month, where the provider says so', async () => {
  changeConfig({ limits: { autopayDiscountCents: 500 } });
  expect(await show({})).toBe('Save $5.00 a month. First charge $84.99 on Dec 01, 2099.');
});

test('[AUTOPAY-4] names the method of autopay, not the default one', async () => {
  const amex = card({ card_type: 'AMEX', last_four: '1005' });
  expect(await show({ ...on, nextCharge, autopay: autopayBy(amex) })).toContain('…1005 on');
});

/** Autopay whose last charge failed. */
function failedUntil(retry_date: string | null) {
  const problem = { code: 'insufficient-funds', amount: 84.99, date: '2026-12-01', retry_date } as const;
  return { ...autopayBy(card()), problem };
}

test('[RESTORE-1] a charge that its customer stopped is not called a failure', async () => {
  const problem = { code: 'stopped', amount: 84.99, date: '2026-11-27', retry_date: null } as const;
  await show({ ...on, autopay: { ...autopayBy(card()), problem } });
  expect(plain(screen.getByRole('status').textContent)).toBe(
    'You stopped autopay’s charge of $84.99 on Nov 27, 2026' +
      'Pay it yourself to avoid a late fee. Autopay stays on, and charges what is still due with your next bill.',
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

// The day of the next attempt is the day of the next charge, also with another method.
test.each(['2026-12-02', '2026-12-03'])(
  '[AUTOPAY-4] a failed charge says why, and is tried again on %s',
  async (date) => {
    await show({ ...on, nextCharge: { ...nextCharge, date }, autopay: failedUntil('2026-12-02') });
    expect(plain(screen.getByRole('alert').textContent)).toBe(
      `Autopay could not charge $84.99 on Dec 01, 2026There is not enough money for this payment. Autopay will charge $84.99 to Credit Card …4242 on Dec ${date.slice(-2)}, 2026, unless you pay before.`,
    );
  },
);

test('[AUTOPAY-4] a charge that waits for the next bill says what to do, and says it once', async () => {
  expect(await show({ ...on, pastDue: 84.99, autopay: failedUntil(null) })).toBe(onEachDueDate);
  expect(plain(screen.getByRole('alert').textContent)).toMatch(
    /charges it again with your next bill. Pay it now to avoid a late fee/,
  );
});

test.each([
  ['expires before the next charge', '11/2026', 1],
  ['is valid on the day of the charge', '12/2026', 0],
])('[AUTOPAY-4] a card that %s is announced or not', async (_what, expiration_date, count) => {
  await show({ ...on, nextCharge, autopay: autopayBy(card({ expiration_date })) });
  const text = 'Your card expires before autopay charges it on Dec 01, 2026';
  expect(screen.queryAllByText(text)).toHaveLength(count);
});
