import type { Happening } from '@myaccount/contract/happenings';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { showAccount } from '../../ops/show.ts';
import { buildEnrolled, dashboardOf, runAutopayJobs } from '../../testing/autopay.ts';
import { buildVisit } from '../../testing/builders/appointment.ts';
import { buildDiscount } from '../../testing/builders/discount.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { type Payer, payingPortalForEachTest } from '../../testing/paying-portal.ts';
import { changeRows, insertRow, readRow } from '../../testing/rows.ts';
import { rowOfSupport, supportTells } from '../../testing/support-rows.ts';
import { listMails } from '../../testing/traces.ts';
import { returnPayment } from '../reconciliation/returns.service.ts';

const portal = payingPortalForEachTest({ AUTOPAY_RETRY_DAYS: '1,3', PROCESSOR_TIMEOUT_MS: '5000' });
const twoDays = 2 * 86_400_000;
const today = () => portal.clock.now().toISOString().slice(0, 10);
const visa = { card_type: 'VISA', last_four: '4242' };
const debit = { consents: [{ kind: 'bank-debit', textVersion: '2', language: 'en' }] };
const bank = { card_type: 'ACH', last_four: '6789' };

/** What the dashboard tells, after a comparison with the rows of support. */
async function told(payer: Payer): Promise<Happening[]> {
  const { happenings } = await dashboardOf(portal, payer);
  expect(await supportTells(portal, payer.account.accountNumber)).toEqual(happenings.map(rowOfSupport));
  return happenings;
}

async function billOf({ account }: Payer): Promise<string> {
  return (await readRow(portal.db, 'invoice', { account_id: account.id })).id;
}

async function lastMail(payer: Payer) {
  const mail = (await listMails(portal, payer)).at(-1);
  return { template: mail?.template, ...(mail?.payload as object) };
}

async function returnDebit(id: string): Promise<void> {
  const returned = { paymentId: id, reason: 'insufficient-funds', text: 'R01', by: 'kim' } as const;
  expect(await returnPayment(portal.portal, returned)).toBeUndefined();
}

test('[HOME-7, OPS-2] an account without anything has no happening, at support either', async () => {
  const payer = await portal.buildPayer();
  expect(await told(payer)).toEqual([]);
  expect(await showAccount(portal.portal, payer.account.accountNumber)).toContain('What happens: none\n');
});

test('[HOME-7] a debit is on its way, then it came back: as its mail, for its bill, until that is paid', async () => {
  const payer = await portal.buildPayer({ kind: 'bank' });
  const { id } = (await portal.pay(payer, debit)).json();
  const money = { date: today(), amount: 84.99, payment_method: bank, invoice_ids: [await billOf(payer)] };
  expect(await told(payer)).toEqual([{ kind: 'on-its-way', ...money }]);
  await portal.passTime(twoDays);
  await returnDebit(id);
  const returned = { kind: 'returned', ...money, date: today(), reason: 'insufficient-funds' };
  expect(await told(payer)).toEqual([returned]);
  expect(await lastMail(payer)).toMatchObject({
    template: 'payment-returned',
    amountCents: 8_499,
    reason: returned.reason,
    lastFour: bank.last_four,
    returnedOn: returned.date,
    day: money.date,
  });
  await portal.passTime(1_000);
  const again = { ...payer, accessToken: await portal.signIn(payer.emailAddress) };
  await portal.pay(again, { amount: 20, ...debit });
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['returned', 'on-its-way']);
  await changeRows(
    portal.db,
    'payment',
    { account_id: payer.account.id, state: 'PENDING' },
    { amount_cents: 8_499 },
  );
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['on-its-way']);
  await changeRows(
    portal.db,
    'payment',
    { account_id: payer.account.id, state: 'PENDING' },
    { amount_cents: 2_000 },
  );
});

test('[HOME-7, AUTOPAY-4] what autopay could not charge is told with when it tries again, as its mail does', async () => {
  const payer = await buildEnrolled(portal, { token: 'declined' });
  const [next] = await told(payer);
  expect(next).toMatchObject({ kind: 'autopay', amount: 84.99, payment_method: visa });
  expect((await dashboardOf(portal, payer)).paidBy).toBe(0);
  await portal.passTime(Date.parse(next?.date ?? '') - Date.parse(today()));
  await runAutopayJobs(portal);
  const [declined, ...others] = await told(payer);
  const mail = (await lastMail(payer)) as Record<string, unknown>;
  expect(mail).toMatchObject({ template: 'autopay-failed', amountCents: 8_499, lastFour: visa.last_four });
  expect(declined).toEqual({
    kind: 'declined',
    date: mail.day,
    amount: 84.99,
    payment_method: visa,
    invoice_ids: [await billOf(payer)],
    reason: mail.reason,
    retry_date: mail.retryOn,
  });
  expect(others).toEqual([]);
  expect((await dashboardOf(portal, payer)).paidBy).toBeNull();
});

test('[HOME-7, AUTOPAY-4] a charge of autopay failed on the day of its result, as its mail says', async () => {
  const payer = await buildEnrolled(portal, { token: 'visa-4242-unsent', dueOn: today() });
  await runAutopayJobs(portal);
  await portal.passTime(twoDays / 2);
  await portal.reconcile();
  await runAutopayJobs(portal);
  expect(await lastMail(payer)).toMatchObject({ template: 'autopay-failed', day: today() });
  expect(await told(payer)).toMatchObject([{ kind: 'declined', date: today(), reason: 'never-charged' }]);
});

test('[HOME-7] a payment that was declined is told until there is another', async () => {
  const payer = await portal.buildPayer({ token: 'declined' });
  await changeRows(portal.db, 'invoice', { account_id: payer.account.id }, { due_on: '2026-12-20' });
  await portal.pay(payer);
  expect(await told(payer)).toMatchObject([{ kind: 'declined', date: today(), reason: 'declined' }]);
  await portal.pay(payer, { amount: 20, payment_date: '2026-11-25' });
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['declined', 'planned']);
  const { id } = payer.account;
  await changeRows(portal.db, 'payment', { account_id: id, state: 'PLANNED' }, { state: 'CANCELLED' });
  await changeRows(portal.db, 'payment_method', { account_id: id }, { expires_on: '2026-11-30' });
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['declined', 'method-expires']);
});

test('[HOME-7, HOME-8] a plan pays the bill, unless its method cannot be charged or charging is paused', async () => {
  const payer = await portal.buildPayer();
  const payment_date = '2026-11-30';
  await changeRows(portal.db, 'invoice', { account_id: payer.account.id }, { due_on: '2026-12-20' });
  expect((await portal.pay(payer, { payment_date })).statusCode).toBe(200);
  const plan = { kind: 'planned', date: payment_date, amount: 84.99, payment_method: visa };
  expect(await told(payer)).toEqual([{ ...plan, invoice_ids: [await billOf(payer)] }]);
  const paidBy = async () => (await dashboardOf(portal, payer)).paidBy;
  expect(await paidBy()).toBe(0);
  await sql`update heartbeat set paused_for = 'promoted', paused_at = now(), unsure_from = now()`.execute(
    portal.db,
  );
  expect(await paidBy()).toBeNull();
  await sql`update heartbeat set paused_for = null, paused_at = null, unsure_from = null`.execute(portal.db);
  expect(await paidBy()).toBe(0);
  const change = (columns: object) =>
    changeRows(portal.db, 'payment_method', { account_id: payer.account.id }, columns);
  for (const [broken, whole] of [
    [{ is_valid: false }, { is_valid: true }],
    [{ expires_on: '2026-11-29' }, { expires_on: '2026-11-30' }],
    [{ expires_on: '2026-11-29' }, { expires_on: null }],
  ]) {
    await change(broken ?? {});
    expect(await paidBy()).toBeNull();
    await change(whole ?? {});
    expect(await paidBy()).toBe(0);
  }
});

test('[HOME-8] nothing is to do only while autopay can charge its method', async () => {
  const payer = await buildEnrolled(portal);
  const paidBy = async () => (await dashboardOf(portal, payer)).paidBy;
  expect(await paidBy()).toBe(0);
  await changeRows(portal.db, 'payment_method', { account_id: payer.account.id }, { is_valid: false });
  expect(await paidBy()).toBeNull();
});

test('[HOME-7] a technician, an address, a gift card, and an application are told while they wait', async () => {
  const payer = await portal.buildPayer();
  const { account } = payer;
  const now = portal.clock.now();
  const visit = await buildVisit(portal.portal, account, { starts_at: now });
  await insertRow(portal.db, 'email_change', {
    account_id: account.id,
    login_id: payer.loginId,
    email_address: 'new.address@example.com',
    challenge_hash: Buffer.alloc(32),
    requested_at: now,
    expires_at: new Date(now.getTime() + twoDays),
  });
  await buildDiscount(portal.db, account, { discount_type: 'GiftCard', eligible_date: today() });
  const application = {
    account_id: account.id,
    login_id: payer.loginId,
    email_address: 'hero@example.com',
    requested_at: now,
  };
  await insertRow(portal.db, 'hero_application', application);
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['email', 'gift-card', 'hero-discount']);
  const estimate = { shortest_arrival_minutes: 10, longest_arrival_minutes: 30, arrival_estimated_at: now };
  await changeRows(
    portal.db,
    'appointment',
    { id: visit.id },
    { job_status: 'En Route', tech_first_name: 'Sam', ...estimate },
  );
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  expect((await told(payer))[0]).toEqual({
    kind: 'visit',
    date: today(),
    visit: {
      jobStatus: 'En Route',
      techFirstName: 'Sam',
      shortestArrivalETA: after(10),
      longestArrivalETA: after(30),
    },
  });
  await changeRows(portal.db, 'appointment', { id: visit.id }, { job_status: 'In Progress' });
  expect((await told(payer))[0]).toMatchObject({
    visit: { jobStatus: 'In Progress', shortestArrivalETA: null },
  });
  await changeRows(portal.db, 'appointment', { id: visit.id }, { job_status: 'Complete' });
  await changeRows(portal.db, 'discount', { account_id: account.id }, { registered_at: now });
  await buildDiscount(portal.db, account, { discount_type: 'Hero Discount', is_applied: true });
  expect(await told(payer)).toMatchObject([{ kind: 'email', email_address: 'new.address@example.com' }]);
  await changeRows(portal.db, 'account', { id: account.id }, { status: 'INACTIVE' });
  expect(await told(payer)).toEqual([]);
});

test('[HOME-7] late debt is told as its mail does, once that was sent', async () => {
  const payer = await buildEnrolled(portal, { dueOn: today() });
  await runAutopayJobs(portal);
  const { id: invoice_id } = await buildInvoice(portal.db, payer.account, { issuedOn: '2026-11-03' });
  await changeRows(portal.db, 'invoice', { id: invoice_id }, { due_on: today() });
  const account_id = payer.account.id;
  await insertRow(portal.db, 'late_debt', { account_id, invoice_id, added_on: today(), amount_cents: 8_499 });
  expect((await told(payer)).map(({ kind }) => kind)).toEqual(['autopay']);
  await runAutopayJobs(portal);
  const { day, amountCents, ...mail } = (await lastMail(payer)) as Record<string, unknown>;
  expect(mail).toMatchObject({ template: 'autopay-upcoming', hasLateDebt: true });
  expect(await told(payer)).toEqual([
    {
      kind: 'late-debt',
      date: day,
      amount: Number(amountCents) / 100,
      payment_method: visa,
      invoice_ids: [invoice_id],
    },
  ]);
});
