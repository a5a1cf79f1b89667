import { expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildCustomer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { connectOwner } from '../../testing/owner.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal({ PDFS_PER_LOGIN: '4' }));

/** Keeps every document in progress until the returned function is called. */
async function holdDocuments(): Promise<() => Promise<void>> {
  const owner = await connectOwner(portal);
  await owner.query('begin');
  await owner.query('lock table invoice in access exclusive mode');
  return owner.close;
}

async function buildReader() {
  const { account, token } = await buildCustomer(portal);
  const { id } = await buildInvoice(portal.db, account);
  return { download: () => portal.get('/invoices/download', { invoice_id: id }, token) };
}

test('[SHARE-1] makes two PDFs at a time per login, refuses more at once, and serves other logins', async () => {
  const [busy, other] = [await buildReader(), await buildReader()];
  const release = await holdDocuments();
  let answered = 0;
  const together = [busy, busy, busy, busy, other].map((reader) =>
    reader.download().finally(() => {
      answered += 1;
    }),
  );
  await expect.poll(() => answered).toBe(2);
  await release();
  const responses = await Promise.all(together);
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect([statuses.slice(0, 4).sort(), statuses[4]]).toEqual([[200, 200, 429, 429], 200]);
  const refused = responses.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json().code).toBe('invoices.too-many-pdfs');
  expect(refused?.headers['retry-after']).toBe('5');
  expect((await busy.download()).statusCode).toBe(200);
  expect((await busy.download()).statusCode).toBe(200);
  const limited = await busy.download();
  expect([limited.statusCode, limited.json().code]).toEqual([429, 'invoices.too-many-pdfs']);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(5);
});
