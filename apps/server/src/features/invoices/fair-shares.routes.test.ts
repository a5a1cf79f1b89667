import pg from 'pg';
import { expect, test } from 'vitest';
import { buildInvoice } from '../../testing/builders/invoice.ts';
import { buildLogin } from '../../testing/builders/login.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';

const portal = forFile(() => startTestPortal({ PDFS_PER_LOGIN: '4' }));

/** Keeps every document in progress until the returned function is called. */
async function holdDocuments(): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table invoice in access exclusive mode');
  return () => owner.end();
}

async function buildReader() {
  const login = await buildLogin(portal.db);
  const charges = [{ type: 'recurring', description: 'Fiber 500', amountCents: 8_499 } as const];
  const invoice = await buildInvoice(portal.db, login.account, { issuedOn: '2026-11-05', charges });
  const token = await portal.signIn(login.emailAddress);
  return {
    ...login,
    download: () => portal.get('/invoices/download', { invoice_id: invoice.id }, token),
  };
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
