import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import type { Payer } from '../../testing/paying-portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { listRefusals } from './backlog.repository.ts';
import { readAccount } from './read-account.service.ts';
import { claimReading } from './reading.repository.ts';

let portal: BillingTestPortal;
const lines = demoFile('2026-11-24');
const accounts = lines.flatMap((line) => (line.type === 'account' ? [line] : []));
const dayMs = 86_400_000;
let used = 0;

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.importLines(lines);
  await portal.loadLines(lines);
  await portal.follow();
}, 90_000);
afterEach(async () => {
  await portal.sandbox.reset();
  expect(await portal.brokenChecks()).toEqual([]);
});
afterAll(() => portal.close());

/** Whether a card, `MM/YYYY`, or a bank account can be charged. */
const isUsable = (expires: string | null) => expires === null || Number(expires.slice(3)) > 2027;

/** An account of its own for each test: active, without autopay, with some bills. */
let account: string;
beforeEach(() => {
  const usable = accounts.filter(({ accountStatus, accountNumber, autopay, billType }) => {
    const bills = lines.filter((line) => line.type === 'invoice' && line.accountNumber === accountNumber);
    const isOpen = bills.some((bill) => bill.type === 'invoice' && bill.status === 'OPEN');
    const isPayable = lines.some(
      (line) =>
        line.type === 'paymentMethod' &&
        line.accountNumber === accountNumber &&
        line.isDefault &&
        isUsable(line.expirationDate),
    );
    return (
      isPayable &&
      accountStatus === 'ACTIVE' &&
      billType === 'EMAIL' &&
      isOpen &&
      bills.length > 3 &&
      !autopay
    );
  });
  account = usable[used % usable.length]?.accountNumber ?? '';
  used += 1;
});

const accountRow = (number = account) => readRow(portal.db, 'account', { account_number: number });
const idOf = async (number = account) => (await accountRow(number)).id;

/** Reads an account now; `again` as often as wrong records are read before they are listed. */
async function read(number = account): Promise<string> {
  const reading = await claimReading(portal.db, await idOf(number), portal.clock.now());
  return await readAccount(portal.billing, reading, { isFirst: false });
}

const refusalsOf = async (number = account) =>
  (await listRefusals(portal.db, 500))
    .filter(({ accountNumber }) => accountNumber === number)
    .map(({ record, field, reason }) => `${record}, ${field}: ${reason}`);

const billed = (act: string, body: object = {}, number = account) =>
  portal.act(number, act, { ...body, notify: false });

/** What an account owes there, in cents. */
async function owedThere(): Promise<number> {
  const answer = await portal.billing.billingSystem.readAccount(account);
  if (answer.outcome !== 'read') throw new Error(answer.outcome);
  return answer.billed.balanceCents;
}

/** What it owes here, in cents: its open items, less its free credit. */
async function owedHere(): Promise<number> {
  const account_id = await idOf();
  const issued = await readRows(portal.db, 'invoice', { account_id });
  const all = issued.filter(({ voided_at }) => voided_at === null);
  const opening = await readRows(portal.db, 'opening_balance', { account_id });
  const payments = await readRows(portal.db, 'payment', { account_id });
  const sum = (cents: readonly (number | null)[]) =>
    cents.reduce<number>((total, each) => total + Number(each ?? 0), 0);
  return (
    sum(all.map(({ amount_cents }) => amount_cents)) +
    sum(opening.map(({ amount_cents }) => amount_cents)) -
    sum(payments.map(({ worth_cents }) => worth_cents))
  );
}

async function expectSame(): Promise<void> {
  expect([await refusalsOf(), await owedHere()]).toEqual([[], await owedThere()]);
}

test('[LIVE-1] the next bill comes with its period, and is mailed about once', async () => {
  await portal.passTime(dayMs);
  const { number } = await billed('next-bill');
  await read();
  await read();
  const bill = await readRow(portal.db, 'invoice', {
    account_id: await idOf(),
    invoice_number: String(number),
  });
  expect(bill.previous_balance_cents + bill.amount_cents).toBe(await owedThere());
  const mails = await readRows(portal.db, 'outbox', { account_id: await idOf(), template: 'bill-ready' });
  expect(mails.length).toBe(1);
  await expectSame();
});

test('[LIVE-1] a check, a credit, and a write-off come once, and the balances agree', async () => {
  await billed('check', { amount: '10.00' });
  await read();
  await billed('credit', { amount: '5.00', reason: 'Outage' });
  await read();
  await read();
  await expectSame();
  if ((await owedThere()) > 0) await billed('write-off');
  await read();
  await expectSame();
  const payments = await readRows(portal.db, 'payment', { account_id: await idOf(), amount_cents: 1_000 });
  expect(payments.map(({ card_type, state }) => [card_type, state])).toEqual([['CHECK', 'COMPLETED']]);
});

test('[LIVE-1] a bill that is reversed and reissued at another amount', async () => {
  const { number } = await billed('next-bill');
  await read();
  const { number: replacement } = await billed('reissue', { invoice: number, amount: '12.34' });
  await read();
  const bills = await readRows(portal.db, 'invoice', { account_id: await idOf() });
  const bill = (name: unknown) => bills.find(({ invoice_number }) => invoice_number === name);
  expect(bill(number)?.replaced_by).toBe(bill(replacement)?.id);
  expect(bill(replacement)?.amount_cents).toBe(1_234);
  await expectSame();
});

test('[LIVE-1] a check that bounces there, and one that is refunded', async () => {
  const { number: first } = await billed('check', { amount: '10.00' });
  const { number: second } = await billed('check', { amount: '11.00' });
  await read();
  await billed('cancel-payment', { payment: first });
  await billed('refund-payment', { payment: second });
  await read();
  await expectSame();
  const payments = await readRows(portal.db, 'payment', { account_id: await idOf() });
  const stateOf = (name: unknown) => payments.find(({ external_id }) => external_id === name)?.state;
  expect([stateOf(first), stateOf(second)]).toEqual(['RETURNED', 'REFUNDED']);
});

test('[LIVE-4] a payment made here is one payment once billing lists it; what billing does to it is for a person', async () => {
  const { account_id, id } = await payHere();
  const { number } = await billed('check', { amount: '9.00', reference: id });
  await read();
  await read();
  expect(await refusalsOf()).toEqual([]);
  const payments = await readRows(portal.db, 'payment', { account_id, amount_cents: 900 });
  expect(payments.map((payment) => payment.id)).toEqual([id]);
  await billed('cancel-payment', { payment: number });
  await read();
  expect(await refusalsOf()).toEqual([]);
  await read();
  expect(await refusalsOf()).toEqual([
    `payment ${id}, status: was canceled at billing, but is COMPLETED here: only its processor can say so`,
  ]);
  expect((await readRow(portal.db, 'payment', { account_id, id })).state).toBe('COMPLETED');
});

test('[LIVE-4] a payment made here that billing lists with another amount is listed', async () => {
  const { id } = await payHere();
  await billed('check', { amount: '8.00', reference: id });
  await read();
  await read();
  expect(await refusalsOf()).toEqual([`payment ${id}, amount: is not the 9.00 of the payment made here`]);
});

test('[LIVE-4] a payment that billing says was made here, and is not known here, is listed and not taken', async () => {
  const reference = randomUUID();
  await billed('check', { amount: '9.01', reference });
  await read();
  await read();
  expect(await refusalsOf()).toEqual([
    `payment ${reference}, reference: names a payment made here that is not of this account`,
  ]);
  expect(await readRows(portal.db, 'payment', { account_id: await idOf(), amount_cents: 901 })).toEqual([]);
});

test('[LIVE-5] contact data comes from billing when it changed there, and the customer’s own change wins', async () => {
  await billed('contact', { email: 'new.there@example.com', bill_type: 'PAPER' });
  await read();
  const before = await accountRow();
  expect(before.bill_type).toBe('PAPER');
  const customer = () => readRow(portal.db, 'customer', { id: before.customer_id });
  expect((await customer()).email_address).toBe('new.there@example.com');
  await changeRows(portal.db, 'customer', { id: before.customer_id }, { email_address: 'own@example.com' });
  await read();
  await read();
  expect((await customer()).email_address).toBe('own@example.com');
  expect(await refusalsOf()).toEqual([]);
  await billed('contact', { email: 'other.there@example.com' });
  await read();
  await read();
  expect((await customer()).email_address).toBe('own@example.com');
  expect((await refusalsOf()).map((text) => text.replace(/customer \S+,/, ''))).toEqual([
    ' emailAddress: was changed here and at billing: the customer’s own stays',
  ]);
});

test('[LIVE-5] the same change on both sides is no conflict', async () => {
  const { customer_id: id } = await accountRow();
  await billed('contact', { phone: '6145550188' });
  await changeRows(portal.db, 'customer', { id }, { phone_number: '6145550188' });
  await read();
  await read();
  expect(await refusalsOf()).toEqual([]);
});

test('[LIVE-5] an address that the customer changed here stays when billing changes another, and a paper bill too', async () => {
  const account_id = await idOf();
  await changeRows(portal.db, 'account', { id: account_id }, { bill_type: 'PAPER_EMAIL' });
  await changeRows(
    portal.db,
    'address',
    { account_id, address_type: 'Billing' },
    { street_name: 'Own Street' },
  );
  await billed('contact', { bill_type: 'PAPER' });
  await read();
  await read();
  expect((await accountRow()).bill_type).toBe('PAPER_EMAIL');
  const [billing] = await readRows(portal.db, 'address', { account_id, address_type: 'Billing' });
  expect(billing?.street_name).toBe('Own Street');
  expect(await refusalsOf()).toEqual([
    `account ${account}, billType: was changed here and at billing: the customer’s own stays`,
  ]);
});

test('[LIVE-5] a price that changes there', async () => {
  await billed('price', { amount: '41.00' });
  await read();
  expect((await accountRow()).monthly_price_cents).toBe(4_100);
  await expectSame();
});

test('[LIVE-6] an account that is new there is found, with a sign-in; its first bill is mailed', async () => {
  const known = lines.flatMap((line) => (line.type === 'customer' ? [line] : []))[0];
  const customer = { ...known, customerId: 'C-NEW', emailAddress: 'new.customer@example.com' };
  const added = {
    ...accounts.find(({ accountNumber }) => accountNumber === account),
    accountNumber: '900100',
    customerId: 'C-NEW',
  };
  const { autopay: _, ...row } = added as Record<string, unknown>;
  await portal.loadLines([customer, row]);
  await portal.act('900100', 'next-bill', { notify: false });
  await portal.passTime(60_000);
  await changeRows(portal.db, 'billing_cursor', {}, { claimed_until: new Date(0) });
  await portal.follow();
  const id = await idOf('900100');
  const login = await readRow(portal.db, 'login', { email_address: 'new.customer@example.com' });
  expect(
    (await readRows(portal.db, 'login_account', { login_id: login.id })).map(({ account_id }) => account_id),
  ).toEqual([id]);
  expect((await readRows(portal.db, 'outbox', { account_id: id, template: 'bill-ready' })).length).toBe(1);
});

test('[LIVE-6] an account whose address signs another customer in gets no sign-in, and is listed', async () => {
  const [one] = lines.flatMap((line) => (line.type === 'customer' ? [line] : []));
  const login = lines.flatMap((line) => (line.type === 'login' && line.accounts.length > 0 ? [line] : []))[0];
  const { autopay: _, ...row } = { ...accounts[0], accountNumber: '900200', customerId: 'C-OTHER' } as Record<
    string,
    unknown
  >;
  await portal.loadLines([{ ...one, customerId: 'C-OTHER', emailAddress: login?.emailAddress }, row]);
  await changeRows(portal.db, 'billing_cursor', {}, { claimed_until: new Date(0) });
  await portal.follow();
  expect(await refusalsOf('900200')).toEqual([
    'account 900200, emailAddress: is the sign-in of another customer: the account has none',
  ]);
});

test('[LIVE-6] an account that is gone becomes inactive when a second look says so too', async () => {
  await billed('remove');
  await read();
  expect((await accountRow()).status).toBe('ACTIVE');
  await read();
  expect((await accountRow()).status).toBe('INACTIVE');
  expect(await refusalsOf()).toEqual([`account ${account}, account: is not in the billing system`]);
});

test('[LIVE-6] an account that never was there is listed, and stays as it is', async () => {
  const { autopay: _, ...row } = { ...accounts[0], accountNumber: '900500' } as Record<string, unknown>;
  await portal.importLines([row]);
  for (let times = 0; times < 3; times += 1) await read('900500');
  expect((await accountRow('900500')).status).toBe('ACTIVE');
  expect(await refusalsOf('900500')).toEqual(['account 900500, account: is not in the billing system']);
});

test('[LIVE-6] automatic payment that is on there is listed, and off here', async () => {
  await billed('auto-payment', { on: true });
  await read();
  await read();
  const ofCharging = async () => (await refusalsOf()).filter((text) => text.includes('auto_payment'));
  expect(await ofCharging()).toEqual([
    `account ${account}, auto_payment: is on at billing: nothing is charged automatically here`,
  ]);
  const reading = await readRow(portal.db, 'billing_reading', { account_id: await idOf() });
  expect(reading.is_charged_there).toBe(true);
  // What cannot be read says nothing of it.
  await portal.sandbox.control({
    processor: 'gotransverse',
    mode: 'no-field',
    field: 'bill_cycle',
    account,
  } as never);
  await read();
  await read();
  expect((await readRow(portal.db, 'billing_reading', { account_id: await idOf() })).is_charged_there).toBe(
    true,
  );
  await portal.sandbox.reset();
  await billed('auto-payment', { on: false });
  await read();
  await read();
  expect(await ofCharging()).toEqual([]);
});

test('[LIVE-2] an older answer writes nothing over a newer one', async () => {
  const older = await claimReading(portal.db, await idOf(), portal.clock.now());
  await billed('check', { amount: '10.00' });
  await read();
  const outcome = await readAccount(portal.billing, older, { isFirst: false });
  expect(outcome).toBe('superseded');
});

/** Pays $9.00 of the account's debt in the portal. */
async function payHere() {
  const { id: account_id } = await accountRow();
  const holder = lines.find(
    (line) =>
      line.type === 'login' &&
      line.accounts.some(({ accountNumber, role }) => accountNumber === account && role === 'primary'),
  ) as { readonly emailAddress: string };
  const [method] = await readRows(portal.db, 'payment_method', { account_id, is_default: true });
  const payer = {
    methodId: method?.id,
    account: { id: account_id },
    accessToken: await portal.signIn(holder.emailAddress),
  };
  const paid = await portal.pay(payer as unknown as Payer, { amount: 9 });
  expect(paid.statusCode).toBe(200);
  const [payment] = await readRows(portal.db, 'payment', { account_id, amount_cents: 900 });
  return { account_id, id: payment?.id ?? '' };
}
