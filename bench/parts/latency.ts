import { homeCalls, invoiceCalls, listCalls } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { chargeCalls, paymentCalls, receiptsSent } from '../../environment/payments.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { exchangeCalls } from '../environment/login-codes.ts';
import { type Call, medianRound, runInTurn, runRound } from '../load.ts';
import { atMost, formatFigure, type Result } from '../report/result.ts';

/** Milliseconds, some three times what they take. */
const maxMs = { dashboard: 5, 'invoice list': 2, bill: 4, 'sign-in': 15, payment: 25 } as const;
const writesPerRound = 40;
const alone = { connections: 1 };

/** How long one customer waits on an idle server: for the pages' reads, a sign-in, and a payment beyond its processor's time. */
export async function measureLatency(environment: BenchEnvironment): Promise<Result[]> {
  const { rounds } = environment.options;
  const [site, sandbox] = [await environment.many(), await environment.sandbox()];
  const customers = await signedInCustomers(site);
  const read = (calls: readonly Call[]) => () => runRound(site.portal, calls, { ...alone, seconds: 1 });
  let next = 0;
  const write = (callsOf: (customers: readonly SignedInCustomer[]) => Promise<Call[]>) => async () => {
    const callers = customers.slice(next, next + writesPerRound);
    next = (next + writesPerRound) % (customers.length - writesPerRound);
    return await runRound(site.portal, await callsOf(callers), alone);
  };
  const { charge, ...measured } = await runInTurn(rounds, {
    dashboard: read(homeCalls(customers)),
    'invoice list': read(listCalls(customers)),
    bill: read(invoiceCalls(customers)),
    'sign-in': write((callers) => exchangeCalls(environment, site, callers)),
    charge: () => runRound(sandbox, chargeCalls(site, writesPerRound), alone),
    payment: write((callers) => paymentCalls(site, callers)),
  });
  const { medianMs: chargeMs } = medianRound(charge);
  const results = Object.entries(measured).map(([name, roundsOfCall]) => {
    const { medianMs, p99Ms } = medianRound(roundsOfCall);
    const ownMs = name === 'payment' ? medianMs - chargeMs : medianMs;
    return {
      what: `${name}, one customer`,
      measured: `${formatFigure(ownMs)} ms, p99 ${formatFigure(p99Ms)} ms`,
      floor: name === 'payment' ? `${formatFigure(chargeMs)} ms the charge alone` : undefined,
      target: atMost(ownMs, maxMs[name as keyof typeof maxMs], ' ms'),
      figures: { medianMs, p99Ms, ownMs },
    };
  });
  await receiptsSent(site);
  return results;
}
