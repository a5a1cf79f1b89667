import { beforeEach, describe, expect, it } from 'vitest';
import { account, bill, billed, charge, customer, plan } from '../testing/billing-lines.ts';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const sandbox = sandboxForFile();
const load = (lines: readonly object[]) =>
  sandbox.call('POST', '/gotransverse/lines', {
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
const number = '700100';
const list = async (resource: string) => {
  const headers = { 'x-api-key': testCredentials.GTV_API_KEY };
  return (await sandbox.call('GET', `/gotransverse/billing/2/${resource}`, { headers })).body;
};
const record = async () => (await list(`billing-accounts?account_num=${number}`))[0];

beforeEach(async () => {
  await sandbox.call('POST', `/gotransverse/accounts/${number}/remove`, { body: { notify: false } });
  await load([plan, customer(number), account(number), bill(number, '001')]);
});

describe('loading lines', () => {
  it('replaces records and keeps their ids', async () => {
    const before = await list('invoices');
    const again = await load([
      plan,
      customer(number),
      account(number),
      bill(number, '001', { dueOn: '2026-02-27' }),
      { type: 'login' },
    ]);
    expect(again.body).toEqual({ plan: 1, customer: 1, account: 1, invoice: 1 });
    expect(await list('invoices')).toEqual([{ ...before[0], due_date: '2026-02-27T00:00:00.000Z' }]);
  });

  it('keeps what was owed before the first bill, without earlier payments and credits', async () => {
    const credit = {
      kind: 'credit',
      reason: 'x',
      issuedOn: '2026-01-31',
      previousBalance: null,
      items: [{ description: 'x', charges: [charge('discount', '-5.00')] }],
    };
    const payment = {
      type: 'payment',
      externalId: `P-${number}`,
      accountNumber: number,
      amount: '7.00',
      status: 'COMPLETED',
    };
    await load([
      account(number),
      bill(number, '001', { previousBalance: '20.00' }),
      bill(number, '002', credit),
      bill(number, '003', { ...credit, reversedOn: '2026-02-01' }),
      { ...payment, occurredOn: '2026-02-01' },
      { ...payment, externalId: `Q-${number}`, occurredOn: '2026-02-06' },
      { ...payment, externalId: `R-${number}`, occurredOn: '2026-02-01', status: 'PENDING' },
    ]);
    expect((await record()).balance).toBeCloseTo(20 + billed - 7, 6);
    await sandbox.call('POST', `/gotransverse/accounts/${number}/cancel-payment`, {
      body: { payment: `P-${number}` },
    });
    expect((await record()).balance).toBeCloseTo(20 + billed, 6);
  });

  it.each([
    ['{', 'line 2: is not JSON'],
    ['{"type":"order"}', 'line 2: type "order" is not known'],
    [JSON.stringify(account('1', { planId: undefined })), 'line 2: planId is missing'],
    [JSON.stringify(account('1', { planId: 'OTHER' })), 'line 2: customerId "C-1" is not known'],
    [JSON.stringify({ ...bill('1', '1') }), 'line 2: accountNumber "1" is not known'],
    [JSON.stringify({ ...plan, monthlyPrice: '80' }), 'line 2: monthlyPrice is not an amount such as 12.34'],
  ])('refuses %s, and loads nothing', async (line, error) => {
    const body = `${JSON.stringify({ ...plan, name: 'Changed' })}\n${line}`;
    expect(
      await sandbox.call('POST', '/gotransverse/lines', { body, headers: { 'content-type': 'text/plain' } }),
    ).toEqual({ status: 400, body: { error } });
    expect((await record()).services[0].product.name).toBe('Fiber');
  });

  it('takes more than a megabyte', async () => {
    const many = Array.from({ length: 4_000 }, (_, index) => bill(number, `9${index}`));
    expect((await load(many)).body).toEqual({ invoice: 4_000 });
  });
});
