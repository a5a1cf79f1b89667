import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { invoicePdf } from '../../features/invoices/pdf/invoice-pdf.ts';
import { invoiceDocument, itemWithCharges } from '../../testing/builders/invoice-document.ts';
import { forFile } from '../../testing/for-tests.ts';
import { createPdfRenderer, PdfUnavailable } from './pdf-renderer.ts';

const options = { workers: 1, queueLimit: 20, timeoutMs: 20_000 };
const brokenTask = { template: 'features/invoices/pdf/invoice.typ', data: { nothing: 'here' }, images: [] };

const longBill = () => invoiceDocument({ items: [itemWithCharges(2_000)] });

/** Returns this process's children, as Linux lists them. */
function childIds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

// Test files share a process: what an earlier one started is no worker of these renderers.
const startedBefore = new Set(childIds());

/** Returns the workers of this file's renderers. */
const workerIds = () => childIds().filter((id) => !startedBefore.has(id));

async function failureOf(rendering: Promise<Uint8Array>): Promise<string> {
  return await rendering.then(
    () => 'none',
    (error: unknown) => (error instanceof PdfUnavailable ? error.failure : `not typed: ${error}`),
  );
}

describe('a bill that cannot be rendered now', () => {
  const renderer = forFile(async () => createPdfRenderer(options));

  const aBillIsMade = async () => {
    const bytes = await renderer.render(invoicePdf(invoiceDocument()));
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
  };

  test('[BILLING-4] fails when its template throws, and the next bill succeeds', async () => {
    expect(await failureOf(renderer.render(brokenTask))).toBe('failed');
    await aBillIsMade();
  });

  test('[BILLING-4] fails when its worker dies halfway, and the next bill succeeds', async () => {
    await aBillIsMade();
    const others = renderer.render(invoicePdf(longBill()));
    const failure = failureOf(others);
    for (const id of workerIds()) process.kill(id, 'SIGKILL');
    expect(await failure).toBe('failed');
    await aBillIsMade();
  });

  test('[BILLING-4] is rendered by another worker when one died while idle', async () => {
    await aBillIsMade();
    const [idle] = workerIds();
    process.kill(idle!, 'SIGKILL');
    await expect.poll(() => workerIds().filter((id) => id !== idle).length).toBe(1);
    await aBillIsMade();
  });
});

describe('limits', () => {
  test('[BILLING-4] a bill that takes too long is aborted and its worker replaced', async () => {
    const hasty = createPdfRenderer({ ...options, timeoutMs: 1 });
    hasty.start();
    const [first] = workerIds();
    expect(first).toBeDefined();
    expect(await failureOf(hasty.render(invoicePdf(longBill())))).toBe('too-slow');
    await expect.poll(() => workerIds().includes(first!)).toBe(false);
    await hasty.close();
  });

  test('[BILLING-4] bills beyond the queue limit are refused immediately, the others are rendered', async () => {
    const renderer = createPdfRenderer({ ...options, queueLimit: 2 });
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => failureOf(renderer.render(invoicePdf(invoiceDocument())))),
    );
    expect(outcomes).toEqual(['none', 'none', 'none', 'busy', 'busy', 'busy']);
    await renderer.close();
  });

  test('workers start with the server or the first bill, and none remains after the server closes', async () => {
    const renderer = createPdfRenderer({ ...options, workers: 2 });
    expect(workerIds()).toEqual([]);
    renderer.start();
    expect(workerIds()).toHaveLength(2);
    await renderer.render(invoicePdf(invoiceDocument()));
    expect(workerIds()).toHaveLength(2);
    await renderer.close();
    await expect.poll(workerIds).toEqual([]);
  });
});
