import { beforeAll, describe, expect, test } from 'vitest';
import { pdfSeconds } from '../../platform/metrics.ts';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { changeRows } from '../../testing/rows.ts';

let login: Customer;
let invoiceId: string;
let held: string;
const portal = forFile(() => startTestPortal({ PDFS_PER_LOGIN: '100' }));
beforeAll(async () => {
  login = await buildCustomer(portal);
  invoiceId = (await buildInvoice(portal.db, login.account)).id;
  const first = await download();
  expect(first.statusCode, first.body.slice(0, 200)).toBe(200);
  held = String(first.headers.etag);
});

interface DownloadOptions {
  readonly id?: string;
  readonly ifNoneMatch?: string;
  readonly as?: string;
}

function download({ id = invoiceId, ifNoneMatch, as = login.token }: DownloadOptions = {}) {
  const headers: Record<string, string> = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
  return portal.get('/invoices/download', { invoice_id: id }, as, headers);
}

/** How many documents this process has rendered or tried to. */
async function rendered(): Promise<number> {
  const { values } = await pdfSeconds.get();
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .reduce((sum, { value }) => sum + value, 0);
}

describe('a bill that the caller has', () => {
  test('[API-7] carries a strong entity tag, and only the caller’s own cache may keep it', async () => {
    expect(held).toMatch(/^"[\w-]{43}"$/);
    const again = await download();
    expect(again.headers).toMatchObject({ etag: held, 'cache-control': 'private, no-cache' });
  });

  test.each([
    ['its tag', () => held],
    ['its tag among others', () => `"other", W/"weak" ,${held}`],
    ['its tag as a weak one', () => `W/${held}`],
    ['any file', () => ' * '],
  ])('[API-7] answers 304 to %s, and renders nothing', async (_what, ifNoneMatch) => {
    const before = await rendered();
    const response = await download({ ifNoneMatch: ifNoneMatch() });
    expect(response.statusCode).toBe(304);
    expect(response.rawPayload).toHaveLength(0);
    expect(response.headers).toMatchObject({ etag: held, 'cache-control': 'private, no-cache' });
    expect(response.headers).not.toHaveProperty('content-type');
    expect(await rendered()).toBe(before);
  });

  test.each([
    ['another tag', () => '"other"'],
    ['a part of its tag', () => `${held.slice(0, -2)}"`],
    ['its tag without quotes', () => held.slice(1, -1)],
    ['nothing', () => ''],
    ['a star among tags', () => '"other", *'],
    ['garbage', () => '"'.repeat(5_000)],
  ])('[API-7] is sent whole to whoever has %s', async (_what, ifNoneMatch) => {
    const response = await download({ ifNoneMatch: ifNoneMatch() });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.headers.etag).toBe(held);
  });

  test('[API-7] has another tag once it is corrected', async () => {
    const { id } = await buildInvoice(portal.db, login.account, { issuedOn: '2026-09-05' });
    const before = String((await download({ id })).headers.etag);
    expect(before).not.toBe(held);
    await changeRows(portal.db, 'invoice', { id }, { previous_balance_cents: 100 });
    const response = await download({ id, ifNoneMatch: before });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).not.toBe(before);
  });
});

describe('a tag opens nothing', () => {
  test.each(['*', 'the right tag'])('[API-7, API-25] a stranger with %s gets 404', async (what) => {
    const { token: stranger } = await buildCustomer(portal);
    const response = await download({ ifNoneMatch: what === '*' ? '*' : held, as: stranger });
    expect([response.statusCode, response.json().code]).toEqual([404, 'request.not-found']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).not.toHaveProperty('etag');
  });

  test('[API-7] a session that ended gets 401', async () => {
    const response = await download({ ifNoneMatch: held, as: 'ended' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('[API-7] a bill that was voided is gone', async () => {
    const { id } = await buildInvoice(portal.db, login.account, { issuedOn: '2026-08-05' });
    const ifNoneMatch = String((await download({ id })).headers.etag);
    await changeRows(portal.db, 'invoice', { id }, { voided_at: portal.clock.now() });
    expect((await download({ id, ifNoneMatch })).statusCode).toBe(404);
  });
});

test('[SHARE-1] a bill that the caller has counts as a download', async () => {
  const limited = await startTestPortal({ PDFS_PER_LOGIN: '2' });
  const { account, token } = await buildCustomer(limited);
  const { id } = await buildInvoice(limited.db, account);
  const statuses: number[] = [];
  for (let call = 0; call < 3; call += 1) {
    const query = { invoice_id: id };
    const response = await limited.get('/invoices/download', query, token, { 'if-none-match': '*' });
    statuses.push(response.statusCode);
  }
  await limited.close();
  expect(statuses).toEqual([304, 304, 429]);
});
