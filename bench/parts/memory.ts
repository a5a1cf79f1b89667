import { readFileSync } from 'node:fs';
import { historyCalls, homeCalls, invoiceCalls, listCalls, pdfCalls } from '../calls.ts';
import { exchangeCalls } from '../ground/codes.ts';
import { type SignedInCustomer, signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import { payingConnections, paymentCalls } from '../ground/payers.ts';
import { readResidentMiB } from '../ground/program.ts';
import { type Call, runRound } from '../load.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const secondsPerMinute = 60;
const signInsPerMinute = 500;
const payersPerMinute = 200;
const sampleEveryMs = 1_000;
/** Node fills its heap before it collects; growth is judged from this share of the time on. */
const settledShare = 0.3;
const mostGrowthPercent = 10;
/** A bill is downloaded now and then: one PDF among so many other calls. */
const callsForOnePdf = 200;

/** Memory of the server and its PDF workers under minutes of mixed load. */
export async function measureMemory(ground: Ground): Promise<Result[]> {
  const { memoryMinutes } = ground.options;
  const site = await ground.many();
  const samplesMiB: number[] = [];
  const sampling = setInterval(() => samplesMiB.push(residentOfAll(site.portal.pid)), sampleEveryMs);
  let calls = 0;
  for (let minute = 0; minute < memoryMinutes; minute++) calls += await spendMinute(ground, minute);
  clearInterval(sampling);
  const settled = samplesMiB.slice(Math.floor(samplesMiB.length * settledShare));
  const third = Math.floor(settled.length / 3);
  const [early, late] = [mean(settled.slice(0, third)), mean(settled.slice(-third))];
  const growthPercent = (late / early - 1) * 100;
  return [
    {
      what: `memory over ${memoryMinutes} minutes of ${shown(calls)} mixed calls`,
      measured: `${shown(early)} → ${shown(late)} MiB (${growthPercent.toFixed(1)} %)`,
      target: atMost(growthPercent, mostGrowthPercent, ' % growth'),
      figures: { early, late, growthPercent, peak: Math.max(...samplesMiB), calls },
    },
  ];
}

/** Customers sign in, some pay, and all look around until the minute is over; gives the number of their calls. */
async function spendMinute(ground: Ground, minute: number): Promise<number> {
  const { connections } = ground.options;
  const site = await ground.many();
  const startedAt = performance.now();
  const customers = await signedInCustomers(site);
  const exchanges = await exchangeCalls(ground, customers.slice(0, signInsPerMinute));
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

/** They look at the dashboard, at their lists, at a bill, and sometimes download it. */
function mix(customers: readonly SignedInCustomer[]): Call[] {
  const lists = [homeCalls, listCalls, invoiceCalls, historyCalls].map((callsOf) => callsOf(customers));
  const pdfs = pdfCalls(customers);
  return customers.flatMap((_, index) => {
    const looks = lists.flatMap((list) => list[index] ?? []);
    const isDownload = index % (callsForOnePdf / looks.length) === 0;
    return [...looks, ...(isDownload ? pdfs.slice(index, index + 1) : [])];
  });
}

/** MiB of a process and of those that it started itself. */
function residentOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readResidentMiB(one), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
