import { setImmediate } from 'node:timers/promises';
import type { InvoiceDocument } from '../../apps/server/src/features/invoices/pdf/invoice-document.ts';
import { invoicePdf } from '../../apps/server/src/features/invoices/pdf/invoice-pdf.ts';
import { setDocument } from '../../apps/server/src/platform/pdf/pdf-worker.ts';
import { invoiceDocument } from '../../apps/server/src/testing/builders/invoice-document.ts';
import { pdfCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { median, medianRound, runInTurn, runRound } from '../load.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const maxMs = 15;
const bareRuns = 50;

/** A one-page bill over HTTP, one at a time, against Typst alone rendering a similar one. */
export async function measurePdf(environment: BenchEnvironment): Promise<Result[]> {
  const { options } = environment;
  const site = await environment.many();
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
      measured: `${formatFigure(medianMs)} ms, p99 ${formatFigure(p99Ms)} ms`,
      floor: `${formatFigure(floorMs)} ms`,
      ratio: medianMs / floorMs,
      target: atMost(medianMs, maxMs, ' ms'),
      figures: { medianMs, p99Ms, perSecond, floorMs },
    },
  ];
}

/** Milliseconds for the compiler alone to render a bill in this process. */
async function measureBare(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < bareRuns; run++) {
    const task = invoicePdf(billOf(run));
    const startedAt = performance.now();
    setDocument(task);
    times.push(performance.now() - startedAt);
    // Releases the document's memory between two documents, as a worker does.
    await setImmediate();
  }
  return median(times);
}

/** A different bill for each run, so that the compiler's cache works as with real bills. */
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
