import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { chargeCalls, payingConnections, paymentCalls, receiptsSent } from '../../environment/payments.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { runInTurn, runRound } from '../load.ts';
import { compareRounds } from '../report/comparison.ts';
import type { Result } from '../report/result.ts';

const customersPerRound = 500;
/** Enough to take a second. */
const chargesPerRound = 4_000;

/** A one-time payment with a saved card and its receipt's mail, against the processor’s charge alone. */
export async function measurePayment(environment: BenchEnvironment): Promise<Result[]> {
  const [site, sandbox] = [await environment.many(), await environment.sandbox()];
  const takeCustomers = rotate(await signedInCustomers(site));
  const connections = payingConnections;
  const pair = await runInTurn(environment.options.rounds, {
    floor: () => runRound(sandbox, chargeCalls(site, chargesPerRound), { connections }),
    portal: async () =>
      runRound(site.portal, await paymentCalls(site, takeCustomers()), {
        connections,
        afterwards: () => receiptsSent(site),
      }),
  });
  return compareRounds('one-time payment', pair);
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
