import { setImmediate } from 'node:timers/promises';
import type { InvoiceDocument } from '../../apps/server/src/features/invoices/pdf/invoice-document.ts';
import { renderInvoicePdf } from '../../apps/server/src/features/invoices/pdf/invoice-pdf.ts';
import type { PdfTask } from '../../apps/server/src/platform/pdf/pdf-renderer.ts';
import { setDocument } from '../../apps/server/src/platform/pdf/pdf-worker.ts';
import { invoiceDocument } from '../../apps/server/src/testing/builders/invoice-document.ts';
import { pdfCalls } from '../calls.ts';
import { signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import { median, medianRound, runInTurn, runRound } from '../load.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const mostMs = 20;
const bareRuns = 100;

/** A one-page bill over HTTP, one after the other, against Typst alone setting a like one. */
export async function measurePdf(ground: Ground): Promise<Result[]> {
  const { options } = ground;
  const site = await ground.many();
  const calls = pdfCalls(await signedInCustomers(site));
  const bareMs: number[] = [];
  const { portal } = await runInTurn(options.rounds, {
    portal: async () => {
      bareMs.push(await measureBare());
      return await runRound(site.portal, calls, { connections: 1, seconds: options.seconds });
    },
  });
  const { medianMs, p99Ms, perSecond } = medianRound(portal);
  const floorMs = median(bareMs);
  return [
    {
      what: 'PDF of a bill',
      measured: `${shown(medianMs)} ms, p99 ${shown(p99Ms)} ms`,
      floor: `${shown(floorMs)} ms`,
      ratio: medianMs / floorMs,
      target: atMost(medianMs, mostMs, ' ms'),
      figures: { medianMs, p99Ms, perSecond, floorMs },
    },
  ];
}

/** Milliseconds that the compiler takes for a bill in this very process, without a call, a database or a worker. */
async function measureBare(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < bareRuns; run++) {
    const render = async (task: PdfTask) => {
      const startedAt = performance.now();
      const bytes = setDocument(task);
      times.push(performance.now() - startedAt);
      return bytes;
    };
    await renderInvoicePdf(billOf(run), { render, close: async () => undefined });
    // Memory of a document is let go between two of them, as it is in a worker.
    await setImmediate();
  }
  return median(times);
}

/** A bill of a customer of its own, so that the compiler remembers from one to the next what it would of real ones. */
function billOf(run: number): InvoiceDocument {
  const charges = Array.from({ length: 5 }, (_, index) => ({
    chargeType: 'recurring' as const,
    description: `Service ${index + 1}`,
    amountCents: 1_000 * (index + 1) + run,
  }));
  return invoiceDocument({
    invoiceNumber: `2026-${100_000 + run}`,
    accountNumber: String(300_000_000 + run),
    holderName: `Customer ${run}`,
    billingAddress: [`${run} Orchard Lane`, 'Springfield, VA 22150'],
    serviceAddress: [`${run} Orchard Lane`, 'Springfield, VA 22150'],
    items: [{ description: 'Fiber 1 Gig', charges }],
  });
}
