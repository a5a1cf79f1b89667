import type { BillingRefresh } from '@myaccount/contract/home';
import type { PaymentMethod } from '@myaccount/contract/payment-methods';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { billing, card } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { changeConfig } from '../../testing/web-config.ts';
import { AutopayState } from './AutopayState.tsx';

const on = { isAutoPayEnabled: true } as const;
const nextCharge = { date: '2026-12-01', amount: 84.99, recurring_payment_id: 'm-1' };

const autopayBy = (payment_method: PaymentMethod) => ({ payment_method, has_consent: true, problem: null });

async function show(over: Partial<BillingRefresh>) {
  await renderPage(
    <p data-testid="state">
      <AutopayState billing={billing(over)} />
    </p>,
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
});

test('[AUTOPAY-2] off, it says what autopay would save each month, where the provider says so', async () => {
  changeConfig({ limits: { autopayDiscountCents: 500 } });
  expect(await show({})).toBe('Save $5.00 a month. First charge $84.99 on Dec 01, 2099.');
});

test('[AUTOPAY-4] names the method of autopay, not the default one', async () => {
  const amex = card({ card_type: 'AMEX', last_four: '1005' });
  expect(await show({ ...on, nextCharge, autopay: autopayBy(amex) })).toContain('…1005 on');
});

test('[AUTOPAY-4] debt whose charge failed is not told again: its happening says what becomes of it', async () => {
  const problem = { code: 'declined', amount: 84.99, date: '2026-12-01', retry_date: null } as const;
  expect(await show({ ...on, pastDue: 84.99, autopay: { ...autopayBy(card()), problem } })).toBe(
    onEachDueDate,
  );
});
