import { homeCalls, invoiceCalls, listCalls } from '../calls.ts';
import { signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { chargeCalls, paymentCalls } from '../environment/payments.ts';
import { type Call, medianRound, runInTurn, runRound } from '../load.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

const maxReadMs = 8;
const maxPaymentMs = 25;
const paymentsPerRound = 40;
const alone = { connections: 1 };

/** How long one customer waits on an idle server: for the pages' reads, and for a payment beyond its processor's own time. */
export async function measureLatency(environment: BenchEnvironment): Promise<Result[]> {
  const { rounds, seconds } = environment.options;
  const [site, sandbox] = [await environment.many(), await environment.sandbox()];
  const customers = await signedInCustomers(site);
  const read = (calls: readonly Call[]) => () => runRound(site.portal, calls, { ...alone, seconds });
  let paid = 0;
  const reads = await runInTurn(rounds, {
    dashboard: read(homeCalls(customers)),
    'invoice list': read(listCalls(customers)),
    bill: read(invoiceCalls(customers)),
  });
  const { charge, payment } = await runInTurn(rounds, {
    charge: () => runRound(sandbox, chargeCalls(site, paymentsPerRound), alone),
    payment: async () => {
      const payers = customers.slice(paid, paid + paymentsPerRound);
      paid = (paid + paymentsPerRound) % (customers.length - paymentsPerRound);
      return await runRound(site.portal, await paymentCalls(site, payers), alone);
    },
  });
  const [chargeMs, paymentMs] = [medianRound(charge).medianMs, medianRound(payment).medianMs];
  return [
    ...Object.entries(reads).map(([name, measured]) => {
      const { medianMs, p99Ms } = medianRound(measured);
      return {
        what: `${name}, one customer`,
        measured: `${formatFigure(medianMs)} ms, p99 ${formatFigure(p99Ms)} ms`,
        target: atMost(medianMs, maxReadMs, ' ms'),
        figures: { medianMs, p99Ms },
      };
    }),
    {
      what: 'payment, one customer, beyond its processor’s time',
      measured: `${formatFigure(paymentMs - chargeMs)} ms`,
      floor: `${formatFigure(chargeMs)} ms the charge alone`,
      target: atMost(paymentMs - chargeMs, maxPaymentMs, ' ms'),
      figures: { paymentMs, chargeMs },
    },
  ];
}
