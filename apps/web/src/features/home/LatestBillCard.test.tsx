import { expect, test } from 'vitest';
import { tableTexts } from '../../testing/page.tsx';
import { billing } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { LatestBillCard } from './LatestBillCard.tsx';

const statement = {
  activity_charges: 2.5,
  taxes_and_fees: 15,
  late_fees: 10,
  balance: 20,
  total_amount: 112.49,
};

async function showBill(billing_statement: typeof statement) {
  const details = {
    due_date: '2099-12-01',
    amount: 92.49,
    invoice_items: [{ description: 'Fiber 1 Gig', charges: [{ amount: 79.99 }, { amount: -5 }] }],
    billing_statement,
    change: null,
  };
  const billSummary = { ...billing().billSummary, latestInvoiceDetails: [details] };
  await renderPage(<LatestBillCard billing={billing({ billSummary })} />);
  return tableTexts();
}

test('[HOME-4] the late fee is a separate line, and the lines add up to the total', async () => {
  expect(await showBill(statement)).toEqual([
    ['Fiber 1 Gig'],
    ['Charge', '$79.99'],
    ['Discount', '−$5.00'],
    ['Activity charges', '$2.50'],
    ['Taxes and fees', '$5.00'],
    ['Late fee', '$10.00'],
    ['Previous balance after payments', '$20.00'],
    ['Total', '$112.49'],
  ]);
});

test('[HOME-4] without a late fee there is no line for it', async () => {
  const rows = await showBill({ ...statement, late_fees: 0, taxes_and_fees: 5, total_amount: 102.49 });
  expect(rows.map(([label]) => label)).not.toContain('Late fee');
  expect(rows).toContainEqual(['Taxes and fees', '$5.00']);
});
