import { readFileSync } from 'node:fs';
import { historyCalls, homeCalls, invoiceCalls, listCalls, pdfCalls } from '../calls.ts';
import { signedInCustomers } from '../ground/customers.ts';
import type { Ground } from '../ground/ground.ts';
import { readResidentMiB } from '../ground/program.ts';
import { type Call, runRound } from '../load.ts';
import { atMost, type Result, shown } from '../report/result.ts';

const millisecondsPerMinute = 60_000;
const sampleEveryMs = 1_000;
/** Node fills its heap before it collects; growth is judged from this share of the time on. */
const settledShare = 0.3;
const mostGrowthPercent = 10;
/** A bill is downloaded now and then: one PDF among so many other calls. */
const callsForOnePdf = 200;

/** Memory of the server and its PDF workers under minutes of mixed load. */
export async function measureMemory(ground: Ground): Promise<Result[]> {
  const { connections, memoryMinutes } = ground.options;
  const site = await ground.many();
  const samplesMiB: number[] = [];
  const sampling = setInterval(() => samplesMiB.push(residentOfAll(site.portal.pid)), sampleEveryMs);
  let calls = 0;
  for (let minute = 0; minute < memoryMinutes; minute++) {
    const mixed = mix(await signedInCustomers(site));
    const seconds = millisecondsPerMinute / 1_000;
    const round = await runRound(site.portal, mixed, { connections, seconds });
    calls += round.perSecond * seconds;
  }
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

/** What customers do: they look at the dashboard, at their lists, at a bill, and sometimes download it. */
function mix(customers: Parameters<typeof listCalls>[0]): Call[] {
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
