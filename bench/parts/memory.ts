import { historyCalls, homeCalls, invoiceCalls, listCalls, pdfCalls } from '../calls.ts';
import { type SignedInCustomer, signedInCustomers } from '../environment/customers.ts';
import type { BenchEnvironment } from '../environment/environment.ts';
import { exchangeCalls } from '../environment/login-codes.ts';
import { payingConnections, paymentCalls } from '../environment/payments.ts';
import { type Call, runRound } from '../load.ts';
import { sampleMemory } from '../memory-growth.ts';
import { formatFigure, type Result } from '../report/result.ts';

const secondsPerMinute = 60;
const signInsPerMinute = 500;
const payersPerMinute = 200;
/** One PDF download per this many other calls. */
const callsForOnePdf = 200;

/** Memory of the server and its PDF workers under minutes of mixed load. */
export async function measureMemory(environment: BenchEnvironment): Promise<Result[]> {
  const { memoryMinutes } = environment.options;
  const site = await environment.many();
  const memory = sampleMemory(site.portal.pid);
  let calls = 0;
  for (let minute = 0; minute < memoryMinutes; minute++) calls += await runMinute(environment, minute);
  const growth = memory.stop();
  return [
    growth.result(`memory over ${memoryMinutes} minutes of ${formatFigure(calls)} mixed calls`, { calls }),
  ];
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
