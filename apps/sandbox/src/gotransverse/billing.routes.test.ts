import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, bill, billed, customer, plan } from '../testing/billing-lines.ts';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const settings = { portalUrl: '' };
const told: { url: string | undefined; key: unknown; body: string }[] = [];
const portal = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    told.push({ url: request.url, key: request.headers['x-billing-key'], body });
    response.end();
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  settings.portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/myaccount`;
});
const sandbox = sandboxForFile(settings);
afterAll(() => portal.close());

const load = (lines: readonly object[]) =>
  sandbox.call('POST', '/gotransverse/lines', {
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
let accounts = 0;
let number = '';
beforeEach(async () => {
  accounts += 1;
  number = String(700_100 + accounts);
  await load([plan, customer(number), account(number), bill(number, '001')]);
  told.length = 0;
});

const act = (name: string, body: object = {}, of = number) =>
  sandbox.call('POST', `/gotransverse/accounts/${of}/${name}`, { body });
const list = async (resource: string) => {
  const headers = { 'x-api-key': testCredentials.GTV_API_KEY };
  const get = async (path: string) =>
    (await sandbox.call('GET', `/gotransverse/billing/2/${path}`, { headers })).body;
  const [record] = await get(`billing-accounts?account_num=${number}`);
  return resource === 'account' ? record : get(`${resource}?billing_account_id=${record.id}`);
};
const cents = (dollars: number) => Math.round(dollars * 100);

/** The balance of an account, which must agree with its records. */
async function balance(): Promise<number> {
  const sum = (records: { reversed_date?: string | null; amount: number }[]) =>
    records.filter(({ reversed_date }) => !reversed_date).reduce((all, { amount }) => all + cents(amount), 0);
  const [invoices, adjustments, payments] = [
    await list('invoices'),
    await list('adjustments'),
    await list('payments'),
  ];
  const applied = payments.filter(({ status }: { status: string }) => status === 'APPLIED');
  const owed = sum(invoices) + sum(adjustments) - sum(applied);
  const record = await list('account');
  expect(cents(record.balance)).toBe(owed);
  const open = invoices.reduce(
    (all: number, invoice: { balance: number }) => all + cents(invoice.balance),
    0,
  );
  if (owed >= 0) expect(open).toBe(owed);
  return record.balance;
}

describe('what the people of a billing department do', () => {
  it('tell the portal after each change, with their secret, unless told not to', async () => {
    await act('price', { amount: '81.00' });
    const hook = {
      url: '/myaccount/hooks/billing',
      key: testCredentials.GTV_HOOK_KEY,
      body: `{"account_num":"${number}"}`,
    };
    await expect.poll(() => told).toEqual([hook]);
    await act('price', { amount: '82.00', notify: false });
    await act('price', { amount: 'x' });
    await act('deactivate');
    await expect.poll(() => told.length).toBe(2);
    await load([account(number)]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toEqual([hook, hook]);
  });

  it('issue the next bill: the next period, what recurs at the present price, the same taxes, due as late as before', async () => {
    await act('price', { amount: '85' });
    expect((await act('next-bill')).body).toEqual({ number: `${number}-002`, balance: 121.49 + 96.49 });
    const next = (await list('invoices'))[1];
    expect(next).toMatchObject({
      invoice_num: `${number}-002`,
      invoice_type: 'CYCLE',
      invoice_date: '2026-03-10T00:00:00.000Z',
      due_date: '2026-03-30T00:00:00.000Z',
      period_start_date: '2026-03-05T00:00:00.000Z',
      period_end_date: '2026-04-04T00:00:00.000Z',
      amount: 96.49,
    });
    const items = next.invoice_items.map(
      ({
        service,
        description,
        total_amount,
      }: {
        service: { name: string };
        description: string;
        total_amount: number;
      }) => [service.name, description, total_amount],
    );
    expect(items).toEqual([
      ['Fiber', 'recurring', 85],
      ['Fiber', 'discount', -5],
      ['Wi-Fi', 'recurring', 10],
      ['Taxes', 'tax', 4.5],
      ['Taxes', 'fee', 1.99],
    ]);
    await act('next-bill');
    expect((await list('invoices'))[2]).toMatchObject({
      invoice_num: `${number}-003`,
      period_start_date: '2026-04-05T00:00:00.000Z',
    });
    expect(await balance()).toBeCloseTo(billed + 96.49 * 2, 6);
  });

  it('issue the bill of a period again whose only bill is reversed', async () => {
    const period = { periodStart: '2026-03-05', periodEnd: '2026-04-04' };
    await load([
      bill(number, '002', { ...period, reversedOn: '2026-03-09' }),
      bill(number, '003', { ...period, kind: 'manual' }),
    ]);
    await act('next-bill');
    expect((await list('invoices')).at(-1)).toMatchObject({
      invoice_num: `${number}-004`,
      period_start_date: '2026-03-05T00:00:00.000Z',
    });
  });

  it('issue the first bill of an account, whose cycle begins on the last day of a month', async () => {
    number = `9${number}`;
    await load([customer(number), account(number, { cycleDay: 31 })]);
    await act('next-bill');
    await act('next-bill');
    const bills = await list('invoices');
    expect(
      bills.map((each: { period_start_date: string; period_end_date: string }) => [
        each.period_start_date.slice(0, 10),
        each.period_end_date.slice(0, 10),
      ]),
    ).toEqual([
      ['2026-03-10', '2026-03-30'],
      ['2026-03-31', '2026-04-29'],
    ]);
    expect(bills[0]).toMatchObject({
      invoice_num: `${number}-001`,
      amount: 80,
      due_date: '2026-03-31T00:00:00.000Z',
    });
    expect(await balance()).toBe(160);
  });

  it('post a check to the oldest bills; what is over pays the next one', async () => {
    await act('next-bill');
    const second = (await list('invoices'))[1].amount;
    expect((await act('check', { amount: '130.00', occurredOn: '2026-03-09' })).body.number).toBe(
      `PAY-${number}-001`,
    );
    const [payment] = await list('payments');
    expect(payment).toMatchObject({
      amount: 130,
      payment_date: '2026-03-09T17:00:00.000Z',
      status: 'APPLIED',
      reference: null,
      payment_method: { payment_method_type: 'check', card_type: null },
      payment_allocations: [
        { invoice: { invoice_num: `${number}-001` }, amount: billed },
        { invoice: { invoice_num: `${number}-002` }, amount: 8.51 },
      ],
    });
    expect(await balance()).toBeCloseTo(billed + second - 130, 6);
    await act('check', { amount: '200', reference: '0b7a' });
    expect((await list('payments'))[1]).toMatchObject({
      reference: '0b7a',
      payment_date: '2026-03-10T15:00:00.000Z',
      payment_method: { payment_method_type: 'custom' },
    });
    expect(await balance()).toBeLessThan(0);
    await act('next-bill');
    expect((await list('payments'))[1].payment_allocations.at(-1).invoice.invoice_num).toBe(`${number}-003`);
    await balance();
  });

  it('give a credit for a bill, and write off what is open', async () => {
    await act('next-bill');
    await act('credit', { amount: '10.00', reason: 'Outage', invoice: `${number}-002` });
    const bills = await list('invoices');
    expect([bills[0].balance, bills[1].balance]).toEqual([billed, Number((bills[1].amount - 10).toFixed(2))]);
    expect((await list('adjustments'))[0]).toMatchObject({
      adjustment_num: `${number}-003`,
      adjustment_type: 'credit',
      description: 'Outage',
      adjustment_date: '2026-03-10T00:00:00.000Z',
      due_date: null,
      amount: -10,
      invoice: { invoice_num: `${number}-002` },
    });
    await balance();
    expect((await act('write-off')).body.balance).toBe(0);
    expect(await balance()).toBe(0);
    expect((await list('adjustments'))[1].description).toBe('Write-off');
    expect(await act('write-off')).toEqual({ status: 400, body: { error: 'nothing is open' } });
  });

  it('reverse and reissue a bill, at another amount too; what paid it pays the other', async () => {
    await act('check', { amount: '100.00' });
    expect((await act('reissue', { invoice: `${number}-001`, amount: '90.00' })).body).toEqual({
      number: `${number}-002`,
      balance: -10,
    });
    const [old, other] = await list('invoices');
    expect(old).toMatchObject({
      reversed_date: '2026-03-10T00:00:00.000Z',
      replacement_invoice: { invoice_num: `${number}-002` },
      balance: 0,
    });
    expect(other).toMatchObject({
      amount: 90,
      balance: 0,
      reversed_date: null,
      due_date: '2026-03-30T00:00:00.000Z',
      period_start_date: old.period_start_date,
    });
    expect((await list('payments'))[0].payment_allocations).toEqual([
      { invoice: { invoice_num: `${number}-002` }, amount: 90 },
    ]);
    await balance();
    expect((await act('reissue', { invoice: `${number}-001` })).status).toBe(400);
    await act('reissue', { invoice: `${number}-002` });
    expect((await list('invoices'))[2].amount).toBe(90);
    await balance();
  });

  it('cancel and refund payments: their bills are open again', async () => {
    await act('check', { amount: '50.00' });
    await act('check', { amount: '30.00' });
    await act('cancel-payment', { payment: `PAY-${number}-001` });
    expect((await list('payments')).map(({ status }: { status: string }) => status)).toEqual([
      'CANCELED',
      'APPLIED',
    ]);
    expect(await balance()).toBeCloseTo(billed - 30, 6);
    const [canceled] = await list('payments');
    expect(canceled.payment_allocations).toEqual([{ invoice: { invoice_num: `${number}-001` }, amount: 50 }]);
    await act('refund-payment', { payment: `PAY-${number}-002` });
    expect((await list('payments'))[1].status).toBe('REFUNDED');
    expect(await balance()).toBe(billed);
    expect((await act('cancel-payment', { payment: `PAY-${number}-002` })).status).toBe(400);
  });

  it('change contact data, delivery, and automatic payment', async () => {
    await act('contact', { email: 'new@example.com', bill_type: 'NONE' });
    await act('contact', { phone: '6145550142' });
    await act('auto-payment', { on: true });
    const record = await list('account');
    expect(record).toMatchObject({
      bill_type: 'NONE',
      auto_payment_authorized: true,
      recurring_payments: [{ auto_payment: true }],
    });
    expect(record.responsible_party.addresses).toMatchObject([
      { email: 'new@example.com' },
      { phone_number: '6145550142' },
    ]);
    await act('auto-payment', { on: false });
    expect(await list('account')).toMatchObject({ auto_payment_authorized: false, recurring_payments: [] });
    expect((await act('contact', { bill_type: 'FAX' })).body.error).toContain('PAPER_EMAIL');
  });

  it('add, deactivate, and remove an account', async () => {
    const added = `8${number}`;
    const lines = [customer(added), account(added), bill(added, '001')]
      .map((line) => JSON.stringify(line))
      .join('\n');
    expect((await act('add', { lines }, added)).body).toEqual({ customer: 1, account: 1, invoice: 1 });
    await expect.poll(() => told.map(({ body }) => body)).toEqual([`{"account_num":"${added}"}`]);
    await act('deactivate', {}, added);
    number = added;
    expect((await list('account')).status).toBe('DEACTIVATED');
    await act('remove', {}, added);
    expect(await list('account')).toBeUndefined();
    expect((await act('check', { amount: '1.00' }, added)).body).toEqual({ error: 'no such account' });
    // A number is free again, an id never.
    await load([account(added)]);
    expect(await list('invoices')).toEqual([]);
  });

  it('leave bills and payments of other accounts alone', async () => {
    await act('check', { amount: '5.00' });
    const other = `6${number}`;
    await load([customer(other), account(other)]);
    for (const [name, given] of [
      ['reissue', { invoice: `${number}-001` }],
      ['credit', { amount: '1.00', reason: 'x', invoice: `${number}-001` }],
      ['refund-payment', { payment: `PAY-${number}-001` }],
    ] as const)
      expect((await act(name, given, other)).status).toBe(400);
    expect(await balance()).toBeCloseTo(billed - 5, 6);
  });

  it.each([
    ['check', { amount: '0.00' }, 'amount must be'],
    ['check', { amount: '-5' }, 'amount must be'],
    ['check', { amount: '1.234' }, 'amount must be'],
    ['check', { amount: '5', occurredOn: 'soon' }, 'occurredOn must be'],
    ['credit', { amount: '5' }, 'reason is missing'],
    ['credit', { amount: '5', reason: 'x', invoice: 'other' }, 'no such bill'],
    ['cancel-payment', { payment: 'other' }, 'no such payment'],
    ['fire', {}, 'act must be add, next-bill'],
    ['add', {}, 'lines is missing'],
  ])('refuse %s %j', async (name, given, reason) => {
    const { status, body } = await act(name, given);
    expect(status).toBe(400);
    expect(body.error).toContain(reason);
    expect(await balance()).toBe(billed);
  });
});

describe('the page', () => {
  it('finds accounts by their number, and does what a person asks', async () => {
    expect(await sandbox.read('/')).toContain('href="/billing"');
    const page = await sandbox.read('/billing');
    expect(page).toContain(`href="/billing?account=${number}"`);
    expect(page.split('Issue the next bill').length - 1).toBeLessThanOrEqual(50);
    expect(await sandbox.read('/billing?account=nobody')).toContain('No accounts yet.');
    const only = await sandbox.read(`/billing?account=${number}`);
    for (const text of ['Post a check', `value="${number}-001"`, '$121.49 open', 'Set automatic payment'])
      expect(only).toContain(text);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (name: string, body: string) =>
      sandbox.call('POST', `/gotransverse/accounts/${number}/${name}`, { headers, body });
    expect((await post('check', 'amount=21.49&reference=')).status).toBe(303);
    expect((await post('reissue', `invoice=${number}-001&amount=`)).status).toBe(303);
    expect((await post('auto-payment', 'on=true')).status).toBe(303);
    expect((await post('next-bill', 'notify=false')).status).toBe(303);
    const after = await sandbox.read(`/billing?account=${number}`);
    for (const text of ['2026-03-10', `value="PAY-${number}-001"`, '$191.49 open', `value="${number}-003"`])
      expect(after).toContain(text);
    await balance();
  });
});
