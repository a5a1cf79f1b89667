import { pdfCalls } from '../../environment/calls.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { medianRound, runInTurn, runRound } from '../load.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const maxMs = 15;

/** A one-page bill over HTTP, one at a time. */
export async function measurePdf({
  many,
  options: { rounds, seconds },
}: BenchEnvironment): Promise<Result[]> {
  const site = await many();
  const calls = pdfCalls(await signedInCustomers(site));
  const { portal } = await runInTurn(rounds, {
    portal: () => runRound(site.portal, calls, { connections: 1, seconds }),
  });
  const { medianMs, p99Ms } = medianRound(portal);
  return [
    {
      what: 'PDF of a bill',
      measured: `${formatFigure(medianMs)} ms, p99 ${formatFigure(p99Ms)} ms`,
      target: atMost(medianMs, maxMs, ' ms'),
      figures: { medianMs, p99Ms },
    },
  ];
}
