import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import { formatReference } from '@myaccount/contract/payment-reference';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPayment } from '../../testing/builders/payment.ts';
import { readCounts } from '../../testing/counts.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, startPayingPortal } from '../../testing/paying-portal.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { changeRows } from '../../testing/rows.ts';
import { listAudit } from '../../testing/traces.ts';

let payer: Payer;
let stranger: Payer;
const portal = forFile(() => startPayingPortal());
beforeAll(async () => {
  payer = await portal.buildPayer({ bills: [50_000] });
  stranger = await portal.buildPayer();
});

describe('the history', () => {
  const list = (query: Record<string, string | number> = {}, token = payer.accessToken) =>
    portal.get('/payments', { billing_account_id: payer.account.id, ...query }, token);

  test('[API-8, PAYMENTS-3] is empty before the first payment', async () => {
    expect((await list()).json()).toEqual({ totalCount: 0, totalPages: 0, result: [] });
  });

  test('[API-8, PAYMENTS-3] lists payments newest first, five per page, including failed ones', async () => {
    for (let index = 0; index < 6; index += 1) {
      await portal.pay(payer, { amount: 20 + index });
      portal.clock.advance(60_000);
    }
    await portal.pay(payer, { amount: 1.05 });
    const first = (await list()).json();
    expect(first).toMatchObject({ totalCount: 7, totalPages: 2 });
    expect(first.result.map((row: { amount: number }) => row.amount)).toEqual([1.05, 25, 24, 23, 22]);
    expect(first.result[0]).toMatchObject({ status: 'PROCESSING_ERROR', use_recurring_payment: false });
    expect(first.result[1]).toEqual({
      id: expect.any(String),
      occurred_on: '2026-11-24',
      status: 'COMPLETED',
      trasaction_id: expect.any(String),
      use_recurring_payment: false,
      amount: 25,
      payment_method: expect.objectContaining({
        card_type: 'VISA',
        last_four: '4242',
        token: payer.methodId,
      }),
      failure: null,
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    });
    expect(first.result[0].failure).toEqual({ code: 'declined' });
  });

  test('[API-8] leaves out planned and canceled payments', async () => {
    for (const state of ['PLANNED', 'CANCELLED'] as const)
      await buildPayment(portal.db, payer.account, { state, planned_for: '2026-12-01' });
    expect((await list()).json().totalCount).toBe(7);
  });

  test('[API-8] shows an imported payment with its external number', async () => {
    const other = await buildCustomer(portal);
    await buildPayment(portal.db, other.account, { external_id: 'P-2026-0042' });
    const page = await list({ billing_account_id: other.account.id }, other.token);
    expect(page.json().result).toMatchObject([{ trasaction_id: 'P-2026-0042', failure: null }]);
  });

  test.each([
    ['PROCESSING_ERROR', null, 'declined'],
    ['RETURNED', null, 'returned'],
    ['RETURNED', 'code-of-a-newer-release', 'returned'],
  ] as const)(
    '[PAY-9] a payment that is %s says why as far as it is known: %s',
    async (state, stored, code) => {
      const other = await buildCustomer(portal);
      const failure_code = stored as PaymentFailure | null;
      await buildPayment(portal.db, other.account, { state, failure_code });
      const page = await list({ billing_account_id: other.account.id }, other.token);
      expect(page.json().result).toMatchObject([{ status: state, failure: { code } }]);
    },
  );
});

describe('the receipt', () => {
  let id: string;
  beforeAll(async () => {
    id = (await portal.pay(payer, { amount: 84.99 }, 'receipt')).json().id;
  });

  test('[API-27, PAY-4] shows the booked amount and the paid bill', async () => {
    const receipt = (await portal.get('/payments/receipt', { id }, payer.accessToken)).json();
    expect(receipt).toMatchObject({
      id,
      status: 'COMPLETED',
      amount: 84.99,
      occurred_on: '2026-11-24',
      account_num: payer.account.accountNumber,
      applied_to: [{ invoice_num: expect.stringMatching(/^INV-/), amount: 84.99 }],
      credit: 0,
    });
    expect(Date.parse(receipt.occurred_at)).toBeLessThanOrEqual(portal.clock.now().getTime());
  });

  test('[API-27] says where the mail about it went, but not to another person', async () => {
    const { accessToken, emailAddress } = payer;
    const emailedTo = async (token: string) =>
      (await portal.get('/payments/receipt', { id }, token)).json().emailed_to;
    expect(await emailedTo(accessToken)).toBe(emailAddress);
    const member = await buildCustomer(portal, { account: payer.account, role: 'member' });
    expect(await emailedTo(member.token)).toBeNull();
    await changeRows(portal.db, 'outbox', { event_key: `payment-made:${id}` }, { state: 'DEAD' });
    expect(await emailedTo(accessToken)).toBeNull();
  });

  test('[API-27] can be downloaded as PDF', async () => {
    const response = await portal.get('/payments/receipt/download', { id }, payer.accessToken);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    const receipt = await portal.get('/payments/receipt', { id }, payer.accessToken);
    const name = `receipt-${formatReference(receipt.json().reference)}.pdf`;
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('[API-27, PAY-8] a payment that failed is no receipt: its file says so, and why', async () => {
    const failed = { state: 'PROCESSING_ERROR', failure_code: 'expired-card' } as const;
    const payment = await buildPayment(portal.db, stranger.account, failed);
    const response = await portal.get('/payments/receipt/download', payment, stranger.accessToken);
    expect(response.headers['content-disposition']).toMatch(/filename="payment-\w{4}-\w{4}\.pdf"/);
    expect((await readPdf(response.rawPayload)).text).toContain('The card has expired.');
  });

  test.each([
    ['VISA', 'Payment being confirmed'],
    ['ACH', 'Payment on its way'],
  ])('[API-27] a pending payment by %s: its file says “%s”', async (card_type, title) => {
    const payment = await buildPayment(portal.db, stranger.account, { card_type, state: 'PENDING' });
    const response = await portal.get('/payments/receipt/download', payment, stranger.accessToken);
    expect((await readPdf(response.rawPayload)).text).toContain(title);
  });
});

describe('side effects of a payment', () => {
  test('[MAIL-1] sends the payer one mail, in which no number has more than four digits', async () => {
    const { id } = (await portal.pay(stranger, {}, 'mail')).json();
    const stopDelivering = portal.app.keepDelivering();
    const readMails = () => portal.sandbox.messages(stranger.emailAddress);
    await expect.poll(readMails).toHaveLength(1);
    await stopDelivering();
    const mails = await readMails();
    expect(mails[0]?.subject).toBe('We received your payment of $84.99');
    expect(mails[0]?.text).toContain('Credit Card …4242, Nov 24, 2026');
    expect(mails[0]?.text).toMatch(/Reference \w{4}-\w{4}/);
    expect(mails[0]?.html).toContain('<img src="data:image/png;base64,');
    expect(mails[0]?.text).toContain(
      `See your receipt: http://localhost:3000/myaccount/payments/receipts/${id}?account=${stranger.account.id}`,
    );
    expect(mails[0]?.text.replace(/https?:\/\/\S+/g, '')).not.toMatch(/\d{5}/);
  });

  test("[API-21] writes who paid what from where to the audit trail, with the caller's correlation id", async () => {
    const entries = await listAudit(portal, stranger);
    expect(entries.map(({ action }) => action)).toEqual(['payments.submitted', 'payments.made']);
    expect(entries[1]).toMatchObject({ actor: `login:${stranger.loginId}`, client_address: '127.0.0.1' });
    expect(JSON.stringify(entries)).not.toContain('visa-4242');
  });

  test('[METRICS-2] counts each payment once, as made or failed', async () => {
    expect((await readCounts(portal.portal)).payment).toEqual({ total: 9, success: 8, failure: 1 });
  });
});
