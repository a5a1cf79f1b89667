import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoFile } from '../personas/personas.ts';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';

const sandbox = sandboxForFile();
const slow = sandboxForFile({ billingCallsPerSecond: 3, midnight: 'central' });
const key = { 'x-api-key': testCredentials.GTV_API_KEY };
const lines = demoFile('2026-03-10');
const jsonl = lines.map((line) => JSON.stringify(line)).join('\n');
const account = '100200301';

beforeAll(async () => {
  for (const each of [sandbox, slow])
    expect((await each.call('POST', '/gotransverse/lines', text(jsonl))).status).toBe(200);
});
afterEach(() => sandbox.call('POST', '/control/reset'));

function text(body: string) {
  return { body, headers: { 'content-type': 'application/x-ndjson' } };
}

const read = async (path: string, from = sandbox) => {
  const response = await fetch(`${from.url}/gotransverse/billing/2/${path}`, { headers: key });
  const raw = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape
  let body: any = raw;
  try {
    body = JSON.parse(raw);
  } catch {}
  const counts = ['x-element-count', 'x-total-count', 'x-total-pages'].map((name) =>
    response.headers.get(name),
  );
  return { status: response.status, body, raw, counts, headers: response.headers };
};
const filter = (condition: string) => `filter=${encodeURIComponent(condition)}`;
const idOf = async (number: string) =>
  (await read(`billing-accounts?account_num=${number}`)).body[0].id as string;
const control = (fault: object) =>
  sandbox.call('POST', '/control', { body: { processor: 'gotransverse', ...fault } });

describe('the lists of the billing system', () => {
  it('need the key', async () => {
    for (const headers of [{}, { 'x-api-key': 'other' }]) {
      const path = '/gotransverse/billing/2/invoices';
      const answer = await sandbox.call('GET', path, { headers: headers as Record<string, string> });
      expect(answer).toEqual({ status: 401, body: { exception: 'The key is wrong' } });
    }
  });

  it.each([
    ['billing-accounts', 'account'],
    ['payments', 'payment'],
  ])('have all of %s, by pages of 50 in order of id', async (resource, type) => {
    const count = lines.filter((line) => line.type === type).length;
    const ids: string[] = [];
    for (let page = 1; ids.length < count; page += 1) {
      const { body, counts } = await read(`${resource}?page_number=${page}`);
      expect(body.length).toBe(Math.min(50, count - ids.length));
      expect(counts).toEqual([body.length, count, Math.ceil(count / 50)].map(String));
      ids.push(...body.map(({ id }: { id: string }) => id));
    }
    const numbers = ids.map(Number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(count);
  });

  it('divide bills from adjustments, and count nothing when told so', async () => {
    const isAdjustment = (line: object) =>
      'kind' in line && (line.kind === 'credit' || line.kind === 'debit');
    const all = lines.filter(({ type }) => type === 'invoice');
    const adjustments = all.filter(isAdjustment).length;
    expect(adjustments).toBeGreaterThan(2);
    expect((await read('adjustments')).counts[1]).toBe(String(adjustments));
    expect((await read('invoices?page_size=2')).counts).toEqual([
      '2',
      String(all.length - adjustments),
      String(Math.ceil((all.length - adjustments) / 2)),
    ]);
    expect((await read('invoices?page_size=2&omit_total_count=true')).counts).toEqual(['2', null, null]);
  });

  it('find by fields and by the query language', async () => {
    const id = await idOf(account);
    const invoices = (await read(`invoices?billing_account_id=${id}`)).body;
    const [first, second] = invoices;
    const found = async (condition: string, resource = 'invoices') =>
      (await read(`${resource}?${filter(condition)}`)).body.map((record: { id: string }) => record.id);
    expect(invoices.length).toBeGreaterThan(5);
    expect(await found(`invoice_num EQ '${first.invoice_num}'`)).toEqual([first.id]);
    expect(
      await found(`invoice_num LIKE '${account}-00%' AND id GT '${first.id}' AND id LTE '${second.id}'`),
    ).toEqual([second.id]);
    expect(
      await found(`billing_account_id EQ '${id}' AND NOT (id GTE '${second.id}' OR id LT '${first.id}')`),
    ).toEqual([first.id]);
    expect(await found(`id IN ('${second.id}', '${first.id}') AND id NEQ '${first.id}'`)).toEqual([
      second.id,
    ]);
    const [quoted] = lines.filter(({ type }) => type === 'invoice');
    await sandbox.call(
      'POST',
      '/gotransverse/lines',
      text(JSON.stringify({ ...quoted, invoiceNumber: "it's" })),
    );
    expect(await found(`invoice_num EQ 'it''s'`)).toHaveLength(1);
    expect(await found(`invoice_num EQ 'its'`)).toEqual([]);
    expect((await found('reference IS NULL', 'payments')).length).toBe(50);
    expect(await found('reference IS NOT NULL', 'payments')).toEqual([]);
    expect(
      (await found("account_num EQ '100200301' OR account_num EQ '100200310'", 'billing-accounts')).length,
    ).toBe(2);
    const next = invoices.find(({ id: each }: { id: string }) => Number(each) >= Number(first.id) + 1);
    // Ids compare as numbers: as texts, '9' is more than '10'.
    expect((await found(`id GT '9' AND id LTE '${next.id}'`)).at(-1)).toBe(next.id);
  });

  it.each([
    filter("id GT '1'; drop table x"),
    filter('id'),
    filter('id GT 5'),
    filter("id GT 'abc'"),
    filter("secret EQ '1'"),
    filter("id EQ '1' AND"),
    filter("(id EQ '1'"),
    filter("id EQ '1' id EQ '2'"),
    filter('id IN ()'),
    filter("id IS 'x'"),
    filter(''),
    filter("invoice_num eq 'x'"),
    filter("id EQ '1"),
    'page_size=51',
    'page_size=0',
    'page_number=0',
    'page_number=x',
    'billing_account_id=x',
    'amount=5',
  ])('refuse %s', async (question) => {
    const { status, body } = await read(`invoices?${question}`);
    expect({ status, exception: typeof body.exception }).toEqual({ status: 400, exception: 'string' });
  });

  it('answer one record by its id, and 404 for others', async () => {
    const id = await idOf(account);
    expect((await read(`billing-accounts/${id}`)).body.account_num).toBe(account);
    for (const path of [
      `invoices/${id}`,
      'invoices/999999',
      'invoices/x',
      'orders',
      `billing-accounts/${id}/items`,
    ])
      expect((await read(path)).status).toBe(404);
  });

  it('cap what is inside a record at 50; its own list has all', async () => {
    const charge = (index: number) => ({ type: 'usage', description: `Call ${index}`, amount: '0.10' });
    const charges = Array.from({ length: 120 }, (_, index) => charge(index));
    const bill = {
      type: 'invoice',
      invoiceNumber: 'LONG-1',
      accountNumber: account,
      issuedOn: '2026-03-01',
      dueOn: '2026-03-20',
      items: [{ description: 'Calls', charges }],
    };
    expect((await sandbox.call('POST', '/gotransverse/lines', text(JSON.stringify(bill)))).body).toEqual({
      invoice: 1,
    });
    const [record] = (await read('invoices?invoice_num=LONG-1')).body;
    expect(record).toMatchObject({ amount: 12 });
    expect(record.invoice_items).toHaveLength(50);
    expect((await read(`invoices/${record.id}`)).body.invoice_items).toHaveLength(50);
    const last = await read(`invoices/${record.id}/invoice-items?page_number=3`);
    expect(last.body).toHaveLength(20);
    expect(last.body.at(-1)).toMatchObject({
      description: 'Call 119',
      total_amount: 0.1,
      service: { name: 'Calls', product: { name: 'Usage' } },
    });
    expect(last.counts).toEqual(['20', '120', '3']);
    expect((await read(`invoices/${record.id}/invoice-items?page_size=60`)).status).toBe(400);
  });

  it('ask callers above the rate to come again', async () => {
    const burst = () => Promise.all(Array.from({ length: 12 }, () => read('payments?page_size=1', slow)));
    let busy: Awaited<ReturnType<typeof burst>> = [];
    // A burst over the end of a second has more answers.
    for (let tries = 0; tries < 5 && busy.length !== 9; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      busy = (await burst()).filter(({ status }) => status === 429);
    }
    expect(busy).toHaveLength(9);
    expect(busy[0]?.headers.get('retry-after')).toBe('1');
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect((await read('payments?page_size=1', slow)).status).toBe(200);
  });

  it('write days as midnight UTC or in US Central time, in winter and in summer', async () => {
    const [utc] = (await read(`invoices?invoice_num=${account}-001`)).body;
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const [central] = (await read(`invoices?invoice_num=${account}-001`, slow)).body;
    expect(utc.invoice_date).toMatch(/T00:00:00.000Z$/);
    expect(central.invoice_date.slice(0, 10)).toBe(utc.invoice_date.slice(0, 10));
    expect(central.invoice_date).toMatch(/T0[56]:00:00.000Z$/);
  });
});

describe('what is wrong with an answer, when it is told to be', () => {
  const invoices = async () => read(`invoices?billing_account_id=${await idOf(account)}`);

  it('is down, or busy, for some calls or for one account', async () => {
    await control({ mode: 'busy', delayMs: 2_500, calls: 1 });
    const busy = await read('payments');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '3']);
    const id = await idOf(account);
    await control({ mode: 'down', account });
    expect((await read('payments')).status).toBe(200);
    for (const path of [
      `payments?billing_account_id=${id}`,
      `billing-accounts/${id}`,
      `billing-accounts?account_num=${account}`,
    ])
      expect((await read(path)).status).toBe(503);
    expect((await read('billing-accounts?account_num=100200310')).status).toBe(200);
  });

  it('leaves the last record of a list out, and counts it', async () => {
    const right = await invoices();
    await control({ mode: 'half-list', calls: 1 });
    const half = await read(`invoices?billing_account_id=${right.body[0].billing_account.id}`);
    expect(half.body).toEqual(right.body.slice(0, -1));
    expect(half.counts).toEqual(right.counts);
    expect((await invoices()).body).toEqual(right.body);
  });

  it('cuts a body, repeats a record, and answers for another account', async () => {
    const right = await invoices();
    const path = `invoices?billing_account_id=${right.body[0].billing_account.id}`;
    await control({ mode: 'cut' });
    expect(right.raw.startsWith((await read(path)).raw)).toBe(true);
    expect((await read(path)).raw.length).toBe(Math.floor(right.raw.length / 2));
    await control({ mode: 'repeats' });
    expect((await read(path)).body).toEqual([...right.body, right.body.at(-1)]);
    expect((await read(`${path}&page_size=3`)).body.map(({ id }: { id: string }) => id)).toEqual(
      [0, 1, 1].map((index) => right.body[index].id),
    );
    await control({ mode: 'other-account' });
    const wrong = (await read(path)).body;
    expect(wrong[0].invoice_num).toBe(right.body[0].invoice_num);
    expect(wrong[0].billing_account.account_num).not.toBe(account);
    expect((await read(`billing-accounts?account_num=${account}`)).body[0].account_num).not.toBe(account);
  });

  it('leaves a field out or renames it, for one account', async () => {
    await control({ mode: 'no-field', field: 'due_date', account, calls: 1 });
    expect((await read('billing-accounts?account_num=100200310')).status).toBe(200);
    expect((await read(`billing-accounts?account_num=${account}`)).body[0].account_num).toBe(account);
    const { body } = await invoices();
    expect(body.every((record: object) => !('due_date' in record))).toBe(true);
    expect((await invoices()).body[0]).toHaveProperty('due_date');
    await control({ mode: 'renamed-field', field: 'services' });
    const [renamed] = (await read(`billing-accounts?account_num=${account}`)).body;
    expect(renamed).toHaveProperty('services_2');
    expect(renamed).not.toHaveProperty('services');
    await control({ mode: 'other-currency', account });
    const list = (await read('billing-accounts')).body as { account_num: string; currency_code: string }[];
    expect(
      list.filter(({ currency_code }) => currency_code !== 'USD').map(({ account_num }) => account_num),
    ).toEqual([account]);
  });

  it('has amounts with three decimals, or days in the other way', async () => {
    const right = (await invoices()).body[0];
    await control({ mode: 'three-decimals', calls: 1 });
    const path = `invoices/${right.id}`;
    expect((await read(path)).body.amount).toBeCloseTo(right.amount + 0.005, 6);
    expect((await read(path)).body.amount).toBe(right.amount);
    await control({ mode: 'other-midnight' });
    const { invoice_date } = (await read(path)).body;
    expect(invoice_date).not.toBe(right.invoice_date);
    expect(invoice_date.slice(0, 10)).toBe(right.invoice_date.slice(0, 10));
  });
});
