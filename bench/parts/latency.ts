import { type Call, homeCalls, invoiceCalls, listCalls, postCall } from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { chargeCalls, paymentCalls, receiptsSent } from '../../environment/payments.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { exchangeCalls } from '../environment/login-codes.ts';
import { median, medianOf, runInTurn, runRound, spreadOf } from '../load.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Times their floors, some twice what they take. */
const maxTimes = { dashboard: 6, 'invoice list': 6, bill: 4, 'sign-in': 10, payment: 6 } as const;
type Name = keyof typeof maxTimes;
/** What each is compared with, added up: a payment with its processor's charge and three commits. */
const floorOf = {
  dashboard: ['home'],
  'invoice list': ['list'],
  bill: ['home'],
  'sign-in': ['login'],
  payment: ['charge', 'login', 'login', 'login'],
} as const;
const writesPerRound = 40;
const alone = { connections: 1 };

/** How long one customer waits on an idle server: for the pages' reads, a sign-in, and a payment, each against its floor. */
export async function measureLatency(environment: BenchEnvironment): Promise<Result[]> {
  const { rounds } = environment.options;
  const [site, sandbox, floor] = [
    await environment.many(),
    await environment.sandbox(),
    await environment.floor(),
  ];
  const customers = await signedInCustomers(site);
  const read = (calls: readonly Call[]) => () => runRound(site.portal, calls, { ...alone, seconds: 1 });
  let next = 0;
  const write = (callsOf: (customers: readonly SignedInCustomer[]) => Promise<Call[]>) => async () => {
    const callers = customers.slice(next, next + writesPerRound);
    next = (next + writesPerRound) % (customers.length - writesPerRound);
    return await runRound(site.portal, await callsOf(callers), alone);
  };
  const bare = (call: (customer: SignedInCustomer) => Call) => () =>
    runRound(floor, customers.map(call), { ...alone, seconds: 1 });
  const measured = await runInTurn(rounds, {
    dashboard: read(homeCalls(customers)),
    'invoice list': read(listCalls(customers)),
    bill: read(invoiceCalls(customers)),
    'sign-in': write((callers) => exchangeCalls(environment, site, callers)),
    payment: write((callers) => paymentCalls(site, callers)),
    home: bare(({ accountId }) => ({ path: `/home?account=${accountId}` })),
    list: bare(({ accountId }) => ({ path: `/list?account=${accountId}` })),
    login: bare(({ loginId }) => postCall('/login', { loginId })),
    charge: () => runRound(sandbox, chargeCalls(site, writesPerRound), alone),
  });
  const results = (Object.keys(maxTimes) as Name[]).map((name) => {
    const { undisturbedMs, medianMs, p99Ms } = medianOf(measured[name]);
    const floors = measured[name].map((_, round) =>
      floorOf[name].reduce((sum, floor) => sum + (measured[floor][round]?.undisturbedMs ?? Number.NaN), 0),
    );
    const floorMs = median(floors);
    const ratio = spreadOf(
      measured[name].map((round, index) => round.undisturbedMs / (floors[index] ?? Number.NaN)),
    );
    return {
      what: `${name}, one customer`,
      measured: `${formatFigure(undisturbedMs)} ms, median ${formatFigure(medianMs)}, p99 ${formatFigure(p99Ms)}`,
      floor: `${formatFigure(floorMs)} ms`,
      ratio,
      target: atMostTimes(ratio.median, maxTimes[name]),
      figures: { undisturbedMs, medianMs, p99Ms, floorMs },
    };
  });
  await receiptsSent(site);
  return results;
}
