import { type SignedInCustomer, signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { chargeCalls, payingConnections, paymentCalls, receiptsSent } from '../environment/payments.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareThroughput, cpuMs } from '../report/comparison.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const customersPerRound = 1_000;
const chargesPerRound = 600;
const minPercent = 40;
const maxCpuMs = 2;

/** A one-time payment with a saved card, against the processor’s charge alone. */
export async function measurePayment(environment: BenchEnvironment): Promise<Result[]> {
  const [site, sandbox] = [await environment.many(), await environment.sandbox()];
  const takeCustomers = rotate(await signedInCustomers(site));
  const options = { connections: payingConnections };
  const pair = await runInTurn(environment.options.rounds, {
    floor: () => runRound(sandbox, chargeCalls(site, chargesPerRound), options),
    portal: async () => runRound(site.portal, await paymentCalls(site, takeCustomers()), options),
  });
  await receiptsSent(site);
  const portalMs = cpuMs(pair.portal);
  return [
    compareThroughput('one-time payment', pair, minPercent),
    {
      what: 'one-time payment, server CPU',
      measured: `${formatFigure(portalMs)} ms`,
      target: atMost(portalMs, maxCpuMs, ' ms'),
      figures: { portalMs },
    },
  ];
}

/** An account can have one payment in flight, so each customer pays once per round, and the next round uses others. */
function rotate(customers: readonly SignedInCustomer[]): () => readonly SignedInCustomer[] {
  let next = 0;
  return () => {
    if (next + customersPerRound > customers.length) next = 0;
    next += customersPerRound;
    return customers.slice(next - customersPerRound, next);
  };
}
