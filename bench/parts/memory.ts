import {
  type Call,
  historyCalls,
  homeCalls,
  invoiceCalls,
  listCalls,
  pdfCalls,
} from '../../environment/calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../../environment/customers.ts';
import { payingConnections, paymentCalls, receiptsSent } from '../../environment/payments.ts';
import type { BenchEnvironment } from '../environment/bench-environment.ts';
import { exchangeCalls } from '../environment/login-codes.ts';
import { runRound } from '../load.ts';
import { watchMemory } from '../memory-growth.ts';
import { formatFigure, type Result } from '../report/result.ts';

const secondsPerMinute = 60;
const signInsPerMinute = 2_000;
const payersPerMinute = 1_000;
/** One PDF download per this many other calls. */
const callsForOnePdf = 200;

/** Memory of the server and its PDF workers under minutes of mixed load. */
export async function measureMemory(environment: BenchEnvironment): Promise<Result[]> {
  const { memoryMinutes } = environment.options;
  const site = await environment.many();
  // In the first minute, code is compiled and caches are filled.
  await runMinute(environment, 0);
  const memory = await watchMemory(site.portal);
  let calls = 0;
  for (let minute = 1; minute <= memoryMinutes; minute++) calls += await runMinute(environment, minute);
  return await memory.stop(`memory, ${memoryMinutes} min of ${formatFigure(calls)} mixed calls`);
}

/** For one minute, customers sign in, some pay, and all browse. Returns the number of calls. */
async function runMinute(environment: BenchEnvironment, minute: number): Promise<number> {
  const { connections } = environment.options;
  const site = await environment.many();
  const startedAt = performance.now();
  const customers = await signedInCustomers(site);
  const exchanges = await exchangeCalls(environment, site, customers.slice(0, signInsPerMinute));
  await runRound(site.portal, exchanges, { connections });
  const firstPayer = (minute * payersPerMinute) % customers.length;
  const payers = customers.slice(firstPayer, firstPayer + payersPerMinute);
  const payments = await paymentCalls(site, payers);
  await runRound(site.portal, payments, { connections: payingConnections });
  await receiptsSent(site);
  const spentSeconds = (performance.now() - startedAt) / 1_000;
  const seconds = Math.max(1, Math.round(secondsPerMinute - spentSeconds));
  const { perSecond } = await runRound(site.portal, mix(customers), { connections, seconds });
  return exchanges.length + payments.length + Math.round(perSecond * seconds);
}

/** Each customer opens the dashboard, the lists, and a bill, and sometimes downloads it. */
function mix(customers: readonly SignedInCustomer[]): Call[] {
  const lists = [homeCalls, listCalls, invoiceCalls, historyCalls].map((callsOf) => callsOf(customers));
  const pdfs = pdfCalls(customers);
  return customers.flatMap((_, index) => {
    const looks = lists.flatMap((list) => list[index] ?? []);
    const isDownload = index % (callsForOnePdf / looks.length) === 0;
    return [...looks, ...(isDownload ? pdfs.slice(index, index + 1) : [])];
  });
}
