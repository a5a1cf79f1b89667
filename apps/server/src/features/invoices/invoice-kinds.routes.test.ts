import { beforeEach, describe, expect, test } from 'vitest';
import { showAccount } from '../../ops/show.ts';
import { type BuiltInvoice, buildInvoice } from '../../testing/builders/invoice.ts';
import { buildAppliedPayment } from '../../testing/builders/payment.ts';
import { buildCustomer, type Customer, readHome } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { changeRows } from '../../testing/rows.ts';

let login: Customer;
let bill: BuiltInvoice;
const portal = forFile(() => startTestPortal());
beforeEach(async () => {
  login = await buildCustomer(portal);
  bill = await buildInvoice(portal.db, login.account, { issuedOn: '2026-11-05' });
});

const line = (amountCents: number) => [{ type: 'one-time' as const, description: 'Correction', amountCents }];

/** Builds what billing issued after the bill. */
async function buildAdjustment(kind: 'credit' | 'debit', amountCents: number, issuedOn = '2026-11-10') {
  const built = await buildInvoice(portal.db, login.account, { issuedOn, charges: line(amountCents), kind });
  return built;
}

/** Reverses the bill in favor of another. */
async function reverse(successor: BuiltInvoice | null) {
  const reversed = { voided_at: portal.clock.now(), reversed_on: '2026-11-12', open_cents: 0 };
  await changeRows(
    portal.db,
    'invoice',
    { id: bill.id },
    { ...reversed, replaced_by: successor?.id ?? null },
  );
}

const read = (path: string, query: Record<string, string>, token = login.token) =>
  portal.get(path, query, token);
const list = async () => (await read('/invoices/all', { billing_account_id: login.account.id })).json();
const single = async (id: string) => (await read('/invoices/single', { invoice_id: id })).json()[0];

describe('a credit and an adjustment', () => {
  test('[KINDS-8] are listed and opened as what they are, with their reason, and without a comparison', async () => {
    const credit = await buildAdjustment('credit', -1_000);
    const debit = await buildAdjustment('debit', 1_500, '2026-11-11');
    const { totalCount, result } = await list();
    expect(totalCount).toBe(3);
    expect(result.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['debit', 15],
      ['credit', -10],
      ['cycle', 84.99],
    ]);
    for (const [{ id }, kind] of [
      [credit, 'credit'],
      [debit, 'debit'],
    ] as const)
      expect(await single(id)).toMatchObject({ kind, reason: 'Because', change: null, reversed_on: null });
    expect(await single(bill.id)).toMatchObject({ kind: 'cycle', reason: null, next_id: credit.id });
  });

  test('[KINDS-8] have no PDF, and the answer says so; somebody else’s does not exist', async () => {
    const credit = await buildAdjustment('credit', -1_000);
    const debit = await buildAdjustment('debit', 1_500);
    for (const { id } of [credit, debit]) {
      const response = await read('/invoices/download', { invoice_id: id });
      expect([response.statusCode, response.json().code]).toEqual([409, 'invoices.no-pdf']);
      const other = await buildCustomer(portal);
      expect((await read('/invoices/download', { invoice_id: id }, other.token)).statusCode).toBe(404);
    }
  });

  test('[KINDS-8] are no base of what changed: the bills on both sides of them are compared, on bill and dashboard', async () => {
    await buildAdjustment('credit', -1_000);
    await buildAdjustment('debit', 1_500, '2026-11-30');
    const next = await buildInvoice(portal.db, login.account, { issuedOn: '2026-12-05' });
    await buildAdjustment('debit', 700, '2026-12-06');
    expect(await single(next.id)).toMatchObject({ change: { amount: 0, causes: [] } });
    const home = await readHome(portal, login.account, login.token);
    expect(home.billSummary).toMatchObject({
      latestInvoiceNumber: next.invoiceNumber,
      latestInvoiceDetails: [{ change: { amount: 0, causes: [] } }],
    });
    expect(home.recentBills.map(({ invoice_num }: { invoice_num: string }) => invoice_num)).toEqual([
      bill.invoiceNumber,
      next.invoiceNumber,
    ]);
  });

  test('[KINDS-8] an open adjustment is called so on the dashboard, in ops show, and on a receipt, as page and PDF', async () => {
    const debit = await buildAdjustment('debit', 1_500);
    const home = await readHome(portal, login.account, login.token);
    expect(home.openItems).toMatchObject([{ kind: 'cycle' }, { label: debit.invoiceNumber, kind: 'debit' }]);
    const shown = await showAccount(portal.portal, login.account.accountNumber);
    expect(shown).toContain(`${debit.invoiceNumber} (debit)`);
    expect(shown).toMatch(new RegExp(`${debit.invoiceNumber} +debit: Because +issued 2026-11-10`));
    const paid = await buildAppliedPayment(portal.db, login.account, debit, { amount_cents: 500 });
    expect((await read('/payments/receipt', { id: paid.id })).json().applied_to).toEqual([
      { invoice_num: debit.invoiceNumber, kind: 'debit', amount: 5 },
    ]);
    const { text } = await readPdf((await read('/payments/receipt/download', { id: paid.id })).rawPayload);
    expect(text).toContain(`Adjustment ${debit.invoiceNumber}`);
  });
});

describe('a bill that billing reversed', () => {
  test('[KINDS-9] says so and leads to its successor, owes nothing, and keeps its PDF and its place in the list', async () => {
    await reverse(null);
    const successor = await buildInvoice(portal.db, login.account, {
      issuedOn: '2026-11-12',
      periodStart: '2026-11-05',
    });
    await reverse(successor);
    expect(await single(bill.id)).toMatchObject({
      reversed_on: '2026-11-12',
      replaced_by: { id: successor.id, invoice_num: successor.invoiceNumber, kind: 'cycle' },
      status: 'CLOSED',
      amount_to_pay: 0,
      next_id: successor.id,
    });
    expect((await read('/invoices/download', { invoice_id: bill.id })).statusCode).toBe(200);
    const { totalCount, result } = await list();
    expect(totalCount).toBe(2);
    expect(result).toMatchObject([{ reversed_on: null }, { id: bill.id, reversed_on: '2026-11-12' }]);
    const home = await readHome(portal, login.account, login.token);
    expect(home.recentBills).toMatchObject([{ invoice_num: successor.invoiceNumber }]);
    expect(home.openItems).toMatchObject([{ label: successor.invoiceNumber }]);
    const shown = await showAccount(portal.portal, login.account.accountNumber);
    expect(shown).toContain(`reversed 2026-11-12, replaced by ${successor.invoiceNumber}`);
  });

  test('[KINDS-9] is no base of what changed, and may have no successor', async () => {
    await reverse(null);
    const next = await buildInvoice(portal.db, login.account, { issuedOn: '2026-12-05' });
    expect(await single(next.id)).toMatchObject({ change: null, previous_id: bill.id });
    expect(await single(bill.id)).toMatchObject({ replaced_by: null, reversed_on: '2026-11-12' });
  });
});
