import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { listRefusals } from './backlog.repository.ts';
import { readAccount } from './read-account.service.ts';
import { claimReading } from './reading.repository.ts';

let portal: BillingTestPortal;
const lines = demoFile('2026-11-24');
const accounts = lines.flatMap((line) => (line.type === 'account' ? [line] : []));
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

/** An account of its own for each test, with bills. */
let account: string;
let used = 0;
beforeEach(() => {
  const usable = accounts.filter(({ accountNumber }) => {
    const bills = lines.filter((line) => line.type === 'invoice' && line.accountNumber === accountNumber);
    return bills.length > 3;
  });
  account = usable[used % usable.length]?.accountNumber ?? '';
  used += 1;
});

const idOf = async (number = account) => (await readRow(portal.db, 'account', { account_number: number })).id;
async function read(number = account) {
  const reading = await claimReading(portal.db, await idOf(number), portal.clock.now());
  return await readAccount(portal.billing, reading, { isFirst: false });
}
const fault = (mode: string, over: object = {}) =>
  portal.sandbox.control({ processor: 'gotransverse', mode, ...over } as never);
const refusalsOf = async (number = account) =>
  (await listRefusals(portal.db, 500)).filter((row) => row.accountNumber === number);
const moneyOf = async () => {
  const account_id = await idOf();
  const bills = await readRows(portal.db, 'invoice', { account_id }, 'invoice_number');
  const payments = await readRows(portal.db, 'payment', { account_id }, 'id');
  return [bills, payments];
};

test.each(['three-decimals', 'other-currency', 'no-field'])(
  '[LIVE-8] %s: nothing of the money is taken, also what can be read; it is read once more, then listed, and gone when it is right',
  async (mode) => {
    const before = await moneyOf();
    await portal.act(account, 'check', { amount: '7.00', notify: false });
    await portal.act(account, 'credit', { amount: '3.00', reason: 'Outage', notify: false });
    await fault(mode, { ...(mode === 'no-field' && { field: 'adjustment_type' }), account });
    expect(await read()).toBe('doubtful');
    expect(await refusalsOf()).toEqual([]);
    await read();
    expect((await refusalsOf()).length).toBeGreaterThan(0);
    expect(await moneyOf()).toEqual(before);
    await portal.sandbox.reset();
    expect(await read()).toBe('read');
    expect(await refusalsOf()).toEqual([]);
    const [bills, payments] = await moneyOf();
    expect([bills?.length, payments?.length]).toEqual([
      Number(before[0]?.length) + 1,
      Number(before[1]?.length) + 1,
    ]);
  },
);

test.each(['half-list', 'other-account', 'repeats', 'cut'])(
  '[LIVE-8] %s: what customers see stays',
  async (mode) => {
    const before = await moneyOf();
    await fault(mode, { account });
    await read();
    await read();
    expect(await moneyOf()).toEqual(before);
  },
);

test('[LIVE-8] a credit that is missing with its count shows in the balance: nothing of the money is taken', async () => {
  await portal.act(account, 'credit', { amount: '3.00', reason: 'Outage', notify: false });
  await read();
  const before = await moneyOf();
  await changeRows(portal.db, 'billing_reading', { account_id: await idOf() }, { opening_cents: 12_345 });
  await portal.act(account, 'check', { amount: '7.00', notify: false });
  await read();
  await read();
  const [refusal] = await refusalsOf();
  expect([refusal?.record, refusal?.field]).toEqual([`account ${account}`, 'balance']);
  expect(refusal?.reason).toMatch(/^is -?\d+\.\d\d, but its bills, credits, and payments leave -?\d+\.\d\d$/);
  expect(await moneyOf()).toEqual(before);
});

test('[LIVE-1] what was owed before the first bill counts in the next one', async () => {
  const owing = '900300';
  const [customer] = lines.filter((line) => line.type === 'customer');
  const { autopay: _, ...row } = accounts[0] as Record<string, unknown>;
  const bill1 = lines.find(
    (line) => line.type === 'invoice' && line.accountNumber === accounts[0]?.accountNumber,
  );
  await portal.loadLines([
    { ...customer, customerId: 'C-OPEN', emailAddress: 'opening@example.com' },
    { ...row, accountNumber: owing, customerId: 'C-OPEN' },
    {
      ...bill1,
      accountNumber: owing,
      invoiceNumber: `${owing}-001`,
      previousBalance: '20.00',
      status: 'OPEN',
      paidOn: null,
    },
  ]);
  await changeRows(portal.db, 'billing_cursor', {}, { claimed_until: new Date(0) });
  await portal.follow();
  expect((await readRow(portal.db, 'opening_balance', { account_id: await idOf(owing) })).amount_cents).toBe(
    2_000,
  );
  await portal.passTime(86_400_000);
  const { number } = await portal.act(owing, 'next-bill', { notify: false });
  await read(owing);
  const answer = await portal.billing.billingSystem.readAccount(owing);
  const bill = await readRow(portal.db, 'invoice', {
    account_id: await idOf(owing),
    invoice_number: String(number),
  });
  if (answer.outcome !== 'read') throw new Error(answer.outcome);
  expect(bill.previous_balance_cents + bill.amount_cents).toBe(answer.billed.balanceCents);
  expect(await refusalsOf(owing)).toEqual([]);
});

test('[LIVE-1] more records than a page, and more lines than a record holds, all come', async () => {
  for (let times = 0; times < 55; times += 1)
    await portal.act(account, 'check', { amount: '0.10', notify: false });
  const items = Array.from({ length: 60 }, (_, index) => ({
    description: `Call ${index}`,
    charges: [{ type: 'usage', description: `Call ${index}`, amount: '0.01' }],
  }));
  const bill = {
    type: 'invoice',
    invoiceNumber: `${account}-LONG`,
    accountNumber: account,
    kind: 'manual',
    issuedOn: '2026-11-20',
    dueOn: '2026-12-20',
    periodStart: '2026-11-20',
    periodEnd: '2026-11-20',
    previousBalance: '0.00',
    items,
    status: 'OPEN',
  };
  await portal.loadLines([bill]);
  await read();
  await read();
  const [bills, payments] = await moneyOf();
  expect(payments?.filter(({ amount_cents }) => amount_cents === 10).length).toBe(55);
  expect(
    bills?.find((row) => 'invoice_number' in row && row.invoice_number === `${account}-LONG`)?.amount_cents,
  ).toBe(60);
}, 60_000);

/** A customer with one account that is new in the billing system, with a bill. */
async function addAccount(number: string): Promise<void> {
  const [customer] = lines.flatMap((line) => (line.type === 'customer' ? [line] : []));
  const { autopay: _, ...row } = {
    ...accounts[0],
    accountNumber: number,
    customerId: `C-${number}`,
  } as Record<string, unknown>;
  await portal.loadLines([
    { ...customer, customerId: `C-${number}`, emailAddress: `a${number}@example.com` },
    row,
  ]);
  await portal.act(number, 'next-bill', { notify: false });
}
const followLists = async () => {
  await changeRows(portal.db, 'billing_cursor', {}, { claimed_until: new Date(0) });
  await portal.follow();
};
const newRefusals = async (number: string) =>
  (await listRefusals(portal.db, 500)).filter(({ record }) => record === `account ${number}`);

test('[LIVE-8] an account that is new there and cannot be read is read twice, listed, and found a day later', async () => {
  await addAccount('900600');
  await fault('no-field', { field: 'bill_cycle', account: '900600' });
  await followLists();
  expect((await newRefusals('900600')).length).toBe(1);
  await portal.sandbox.reset();
  await portal.passTime(3_600_000);
  await followLists();
  expect(await readRows(portal.db, 'account', { account_number: '900600' })).toEqual([]);
  await portal.passTime(24 * 3_600_000);
  await followLists();
  await followLists();
  expect((await readRows(portal.db, 'account', { account_number: '900600' })).length).toBe(1);
  expect(await newRefusals('900600')).toEqual([]);
});

test('[LIVE-8] an account that is new there and reads wrong once is read again before it is listed', async () => {
  await addAccount('900700');
  await fault('three-decimals', { account: '900700', calls: 1 });
  await followLists();
  await followLists();
  expect(await refusalsOf('900700')).toEqual([]);
  const id = await idOf('900700');
  expect((await readRows(portal.db, 'outbox', { account_id: id, template: 'bill-ready' })).length).toBe(1);
});

test('[LIVE-6] an account that a file brought is read when the billing system lists it', async () => {
  const { autopay: _, ...row } = { ...accounts[0], accountNumber: '900800' } as Record<string, unknown>;
  await portal.importLines([row]);
  await portal.loadLines([row]);
  await followLists();
  const reading = await readRow(portal.db, 'billing_reading', { account_id: await idOf('900800') });
  expect(reading.read_at).not.toBeNull();
});

test.each(['1', '2', '3', '4', '5', '6'])(
  '[LIVE-2] an account that two servers find new is written by one of them (time %s)',
  async (time) => {
    const number = `90100${time}`;
    await addAccount(number);
    const reading = { accountId: null, accountNumber: number, number: 0, readAt: null, isDoubtful: false };
    const started = { ...reading, startedAt: portal.clock.now() };
    const both = [1, 2].map(() => readAccount(portal.billing, started, { isFirst: false }));
    expect((await Promise.all(both)).toSorted()).toEqual(['read', 'superseded']);
    expect(await refusalsOf(number)).toEqual([]);
  },
);

test('[LIVE-3] a list whose answer is cut off is looked at again soon', async () => {
  await addAccount('900950');
  await fault('cut', { account: '900950' });
  await followLists();
  const cursors = await readRows(portal.db, 'billing_cursor', {}, 'list');
  const soon = Date.now() + 30_000;
  expect(cursors.filter(({ claimed_until }) => claimed_until.getTime() > soon)).toEqual([]);
});

test('[LIVE-2] an older answer that is refused says nothing against a newer one', async () => {
  const older = await claimReading(portal.db, await idOf(), portal.clock.now());
  const newer = await claimReading(portal.db, await idOf(), portal.clock.now());
  await fault('no-field', { field: 'bill_cycle', account });
  const late = { ...older, isDoubtful: true };
  expect(await readAccount(portal.billing, late, { isFirst: false })).toBe('superseded');
  expect(await refusalsOf()).toEqual([]);
  const row = await readRow(portal.db, 'billing_reading', { account_id: await idOf() });
  expect([row.number, row.claimed_until !== null]).toEqual([newer.number, true]);
});
