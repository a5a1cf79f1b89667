import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfig } from '../../apps/server/src/config.ts';
import { readInvoiceDocument } from '../../apps/server/src/features/invoices/pdf/invoice-document.service.ts';
import { invoicePdf } from '../../apps/server/src/features/invoices/pdf/invoice-pdf.ts';
import type { Caller } from '../../apps/server/src/platform/http/endpoints.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { openPortal } from '../../apps/server/src/platform/open-portal.ts';
import type { PdfTask } from '../../apps/server/src/platform/pdf/pdf-renderer.ts';
import { pdfCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { median, medianOf, quantile, ratioSpread, runInTurn, runRound, undisturbedShare } from '../load.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Times Typst alone. What is beyond it is session, database, and the way to the worker and back. */
const maxTimes = 3;
const bills = 60;

/** A one-page bill over HTTP, one at a time, against Typst alone for the same bills. */
export async function measurePdf(environment: BenchEnvironment): Promise<Result[]> {
  const site = await environment.many();
  const customers = (await signedInCustomers(site)).slice(0, bills);
  const tasks = await tasksOf(site, customers);
  await using typst = startTypst();
  const { portal, floor } = await runInTurn(environment.options.rounds, {
    floor: () => typst.run(tasks),
    portal: () => runRound(site.portal, pdfCalls(customers), { connections: 1 }),
  });
  const { undisturbedMs, medianMs, p99Ms } = medianOf(portal);
  const { undisturbedMs: floorMs } = medianOf(floor);
  const ratio = ratioSpread(portal, floor, 'undisturbedMs');
  return [
    {
      what: 'PDF of a bill',
      measured: `${formatFigure(undisturbedMs)} ms, median ${formatFigure(medianMs)}, p99 ${formatFigure(p99Ms)}`,
      floor: `${formatFigure(floorMs)} ms Typst alone`,
      ratio,
      target: atMostTimes(ratio.median, maxTimes),
      figures: { undisturbedMs, medianMs, p99Ms, floorMs },
    },
  ];
}

/** What the portal renders for these customers' latest bills. */
async function tasksOf(
  { settings }: PortalInstance,
  customers: readonly SignedInCustomer[],
): Promise<PdfTask[]> {
  const { portal } = openPortal(readConfig({ ...settings, LOG_LEVEL: 'silent' }), createLog('silent'));
  try {
    const tasks: PdfTask[] = [];
    for (const { accountId, invoiceId } of customers) {
      const caller = { accountIds: [accountId] } as unknown as Caller;
      tasks.push(invoicePdf(await readInvoiceDocument(portal, { caller, invoiceId })));
    }
    return tasks;
  } finally {
    await portal.db.destroy();
  }
}

function startTypst() {
  const program = fork(join(import.meta.dirname, '..', 'floor', 'pdf-floor.ts'), {
    env: { RAYON_NUM_THREADS: '1' },
    serialization: 'advanced',
  });
  return {
    run: async (tasks: readonly PdfTask[]) => {
      program.send(tasks);
      const [timesMs] = (await once(program, 'message')) as [number[]];
      const [sorted, medianMs] = [timesMs.toSorted((a, b) => a - b), median(timesMs)];
      const undisturbedMs = quantile(sorted, undisturbedShare);
      const p99Ms = quantile(sorted, 0.99);
      return { undisturbedMs, medianMs, p99Ms, perSecond: 1_000 / medianMs, cpuMicroseconds: 0 };
    },
    [Symbol.asyncDispose]: async () => {
      program.disconnect();
      await once(program, 'exit');
    },
  };
}
