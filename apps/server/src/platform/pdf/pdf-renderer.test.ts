import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderInvoicePdf } from '../../features/invoices/pdf/invoice-pdf.ts';
import { invoiceDocument, itemWithCharges } from '../../testing/builders/invoice-document.ts';
import { createPdfRenderer, type PdfRenderer, PdfUnavailable } from './pdf-renderer.ts';

const patience = { workers: 1, queueLimit: 20, timeoutMs: 20_000 };
const brokenTask = { template: 'features/invoices/pdf/invoice.typ', data: { nothing: 'here' }, images: [] };

const longBill = () => invoiceDocument({ items: [itemWithCharges(2_000)] });

/** Children of this process, by Linux’s own account. */
function workerIds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

async function failureOf(rendering: Promise<Uint8Array>): Promise<string> {
  return await rendering.then(
    () => 'none',
    (error: unknown) => (error instanceof PdfUnavailable ? error.failure : `not typed: ${error}`),
  );
}

describe('a bill that cannot be made now', () => {
  let renderer: PdfRenderer;
  beforeAll(() => {
    renderer = createPdfRenderer(patience);
  });
  afterAll(() => renderer.close());

  const aBillIsMade = async () => {
    const bytes = await renderInvoicePdf(invoiceDocument(), renderer);
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
  };

  test('[BILLING-4] says so when its template throws, and the next bill is made', async () => {
    expect(await failureOf(renderer.render(brokenTask))).toBe('failed');
    await aBillIsMade();
  });

  test('[BILLING-4] says so when its worker dies half way, and the next bill is made', async () => {
    await aBillIsMade();
    const others = renderInvoicePdf(longBill(), renderer);
    const failure = failureOf(others);
    for (const id of workerIds()) process.kill(id, 'SIGKILL');
    expect(await failure).toBe('failed');
    await aBillIsMade();
  });

  test('[BILLING-4] is made by another worker when one died while idle', async () => {
    await aBillIsMade();
    const [idle] = workerIds();
    process.kill(idle!, 'SIGKILL');
    await expect.poll(() => workerIds().filter((id) => id !== idle).length).toBe(1);
    await aBillIsMade();
  });
});

describe('limits', () => {
  test('[BILLING-4] a bill that takes too long is given up and its worker replaced', async () => {
    const hasty = createPdfRenderer({ ...patience, timeoutMs: 1 });
    const [first] = workerIds();
    expect(await failureOf(renderInvoicePdf(longBill(), hasty))).toBe('too-slow');
    await expect.poll(() => workerIds().includes(first!)).toBe(false);
    await hasty.close();
  });

  test('[BILLING-4] more bills than may wait are refused at once, the others are made', async () => {
    const renderer = createPdfRenderer({ ...patience, queueLimit: 2 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => failureOf(renderInvoicePdf(invoiceDocument(), renderer))),
    );
    expect(answers).toEqual(['none', 'none', 'none', 'busy', 'busy', 'busy']);
    await renderer.close();
  });

  test('no worker is left once the server closes', async () => {
    const renderer = createPdfRenderer({ ...patience, workers: 2 });
    await renderInvoicePdf(invoiceDocument(), renderer);
    expect(workerIds()).toHaveLength(2);
    await renderer.close();
    await expect.poll(workerIds).toEqual([]);
  });
});
