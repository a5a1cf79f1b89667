import { addMonths } from '@myaccount/contract/calendar';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildAppliedPayment } from '../../testing/builders/payment.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

let login: Customer;
const newestFirst: string[] = [];
const portal = forFile(() => startTestPortal());
beforeAll(async () => {
  login = await buildCustomer(portal);
  for (let month = 0; month < 7; month += 1) {
    const issuedOn = addMonths('2026-05-05', month);
    newestFirst.unshift((await buildInvoice(portal.db, login.account, { issuedOn })).id);
  }
});

const read = (path: string, query: Record<string, string | number>) => portal.get(path, query, login.token);
const list = (query: Record<string, string | number> = {}) =>
  read('/invoices/all', { billing_account_id: login.account.id, ...query });

describe('invoices/all', () => {
  test('[API-5] an account without bills has an empty page', async () => {
    const { account, token } = await buildCustomer(portal);
    const page = await portal.get('/invoices/all', { billing_account_id: account.id }, token);
    expect(page.json()).toEqual({ totalCount: 0, totalPages: 0, result: [] });
  });

  test('[API-5, BILLING-2] newest first, five a page', async () => {
    const first = (await list()).json();
    expect(first).toMatchObject({ totalCount: 7, totalPages: 2 });
    expect(first.result.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(0, 5));
    expect(first.result[0]).toMatchObject({
      status: 'OPEN',
      occurred_on: '2026-11-05',
      due_date: '2026-11-26',
      paid_date: null,
      amount: 84.99,
      amount_to_pay: 84.99,
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 50])(
    '[API-5, BILLING-2] pages of %i show every bill once, newest first; one beyond the last is empty but counts',
    async (page_size) => {
      const totalPages = Math.ceil(7 / page_size);
      const shown: string[] = [];
      for (let page_number = 1; page_number <= totalPages; page_number += 1) {
        const page = (await list({ page_number, page_size })).json();
        expect(page).toMatchObject({ totalCount: 7, totalPages });
        shown.push(...page.result.map(({ id }: { id: string }) => id));
      }
      expect(shown).toEqual(newestFirst);
      const beyond = (await list({ page_number: totalPages + 1, page_size })).json();
      expect(beyond).toEqual({ totalCount: 7, totalPages, result: [] });
    },
  );
});

describe('one invoice', () => {
  test('[API-6, BILLING-3] shows its lines and figures that add up', async () => {
    const invoice = await buildInvoice(portal.db, login.account, {
      issuedOn: '2025-01-05',
      previousBalanceCents: 1_000,
      charges: [
        { type: 'recurring', description: 'Fiber 500', amountCents: 7_999 },
        { type: 'discount', description: 'Autopay discount', amountCents: -1_000 },
        { type: 'one-time', description: 'Technician visit', amountCents: 4_900 },
        { type: 'tax', description: 'State tax', amountCents: 612 },
        { type: 'fee', description: 'Regulatory fee', amountCents: 199 },
      ],
    });
    const [detail] = (await read('/invoices/single', { invoice_id: invoice.id })).json();
    expect(detail).toMatchObject({
      invoice_num: invoice.invoiceNumber,
      billing_account: { external_account_num: login.account.accountNumber },
      occurred_on: '2025-01-05',
      original_due_date: '2025-01-26',
      amount: 127.1,
      amount_to_pay: 127.1,
      status: 'OPEN',
    });
    expect(detail.invoice_items[0].charges[1]).toEqual({
      invoice_item_charge_type: 'discount',
      amount: -10,
      description: 'Autopay discount',
    });
  });

  test('[API-6, BILLING-3] names the bills before and after it, by issue date; none that is void or of another account', async () => {
    const own = await buildCustomer(portal);
    const other = await buildCustomer(portal);
    const build = (issuedOn: string, { account } = own) => buildInvoice(portal.db, account, { issuedOn });
    const third = await build('2026-10-05');
    const first = await build('2026-08-05');
    const second = await build('2026-09-05');
    for (const day of ['2026-07-05', '2026-09-10', '2026-11-05']) await build(day, other);
    const voided = await build('2026-09-20');
    await changeRows(
      portal.db,
      'invoice',
      { id: voided.id },
      { voided_at: portal.clock.now(), open_cents: 0 },
    );
    const nearby = async ({ id }: { id: string }) => {
      const [{ previous_id, next_id }] = (
        await portal.get('/invoices/single', { invoice_id: id }, own.token)
      ).json();
      return [previous_id, next_id];
    };
    expect(await nearby(first)).toEqual([null, second.id]);
    expect(await nearby(second)).toEqual([first.id, third.id]);
    expect(await nearby(third)).toEqual([second.id, null]);
  });

  test('[API-9, HOME-6] lists the payments made to it; none is an empty list', async () => {
    const invoice = await buildInvoice(portal.db, login.account, { issuedOn: '2024-12-05' });
    const payments = () => read('/invoices/payments', { invoice_id: invoice.id });
    expect((await payments()).json()).toEqual([]);
    const paid = { amount_cents: 5_000, nickname: 'Everyday Visa' };
    const payment = await buildAppliedPayment(portal.db, login.account, invoice, paid);
    const payment_method = { nickname: 'Everyday Visa' };
    const detail = { payment_method, occurred_on: '2026-11-24', amount: 50 };
    expect((await payments()).json()).toEqual([{ payment, detail }]);
    expect((await read('/invoices/payment-info', payment)).json()).toEqual(detail);
  });
});

describe('the bill as a file', () => {
  test('[API-7, BILLING-4] downloads as a PDF named after the invoice, whole and tagged', async () => {
    const invoice = await buildInvoice(portal.db, login.account, { issuedOn: '2024-06-05' });
    const response = await read('/invoices/download', { invoice_id: invoice.id });
    expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="invoice-${invoice.invoiceNumber}.pdf"`,
    );
    expect(response.headers['cache-control']).toBe('private, no-cache');
    const bytes = response.rawPayload;
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.includes('/MarkInfo')).toBe(true);
  });
});
