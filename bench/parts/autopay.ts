import { listCalls } from '../calls.ts';
import { countWrongAccounts, readCollectedPayments } from '../environment/autopay-run.ts';
import { signedInCustomers } from '../environment/customers.ts';
import { makeDue, type RunProgress, waitForAutopay } from '../environment/due-accounts.ts';
import type { BenchEnvironment, SiteWithSandbox } from '../environment/environment.ts';
import { chargeCalls } from '../environment/payments.ts';
import type { Program } from '../environment/program.ts';
import { type FixedRate, runAtRate } from '../fixed-rate.ts';
import { median, runRound } from '../load.ts';
import { type Growth, sampleMemory } from '../memory-growth.ts';
import { atLeast, atMost, formatFigure, type Result } from '../report/result.ts';

/** The default of AUTOPAY_CONCURRENCY. */
const concurrency = 20;
const chargesPerRound = 500;
const minPerSecond = 200;
const listPerSecond = 100;
const warmUpSeconds = 5;
const aloneSeconds = 20;
const maxSlowdown = 2;
const startsWithinMs = 30_000;
/** A run that is ten times too slow is still measured. */
const msPerAccount = 100;

/** A run of autopay by one server while another serves the invoice list, against the sandbox charged alone. */
export async function measureAutopay(environment: BenchEnvironment): Promise<Result[]> {
  const { rounds, dueAccounts } = environment.options;
  const site = await environment.collecting();
  const floors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const calls = chargeCalls(site, chargesPerRound);
    floors.push((await runRound(site.sandbox, calls, { connections: concurrency })).perSecond);
  }
  const calls = listCalls(await signedInCustomers(site));
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    return { perSecond: listPerSecond, isOver: () => performance.now() > end };
  };
  await runAtRate(site.portal, calls, forSeconds(warmUpSeconds));
  const alone = await runAtRate(site.portal, calls, forSeconds(aloneSeconds));
  await makeDue(site, dueAccounts);
  const jobs = await site.startJobs();
  await waitForAutopay(site, startsWithinMs, ({ begun }) => begun > 0);
  const { growth, list } = await watchRun(site, jobs, { accounts: dueAccounts, calls });
  const { payments, seconds } = await readCollectedPayments(site);
  const wrong = await countWrongAccounts(site, dueAccounts);
  return [
    throughput(payments / seconds, median(floors), payments),
    slowdown(list, alone),
    growth.result('memory while autopay collects'),
    {
      what: 'autopay: accounts not charged exactly once',
      measured: String(wrong),
      target: atMost(wrong, 0, ''),
      figures: { wrong, payments },
    },
  ];
}

/** Reads the invoice list, and the memory of the server with the jobs, until the run has ended. */
async function watchRun(
  site: SiteWithSandbox,
  jobs: Program,
  { accounts, calls }: { readonly accounts: number; readonly calls: ReturnType<typeof listCalls> },
): Promise<{ growth: Growth; list: FixedRate }> {
  const memory = sampleMemory(jobs.pid);
  let isOver = false;
  const reading = runAtRate(site.portal, calls, { perSecond: listPerSecond, isOver: () => isOver });
  const withinMs = startsWithinMs + accounts * msPerAccount;
  const hasEnded = ({ begun, inProgress }: RunProgress) => begun === accounts && inProgress === 0;
  try {
    await waitForAutopay(site, withinMs, hasEnded);
  } finally {
    isOver = true;
  }
  return { list: await reading, growth: memory.stop() };
}

function throughput(perSecond: number, floor: number, payments: number): Result {
  return {
    what: `autopay, ${formatFigure(payments)} due accounts`,
    measured: `${formatFigure(perSecond)} /s`,
    floor: `${formatFigure(floor)} /s`,
    ratio: perSecond / floor,
    target: atLeast(perSecond, minPerSecond, ' /s'),
    figures: { perSecond, floor, payments },
  };
}

function slowdown(meanwhile: FixedRate, alone: FixedRate): Result {
  const ratio = meanwhile.p99Ms / alone.p99Ms;
  return {
    what: `invoice list at ${listPerSecond} /s while autopay collects`,
    measured: `p99 ${formatFigure(meanwhile.p99Ms)} ms`,
    floor: `p99 ${formatFigure(alone.p99Ms)} ms`,
    ratio,
    target: { text: `≤ ${maxSlowdown} times alone`, isMet: ratio <= maxSlowdown },
    figures: {
      'alone.medianMs': alone.medianMs,
      'alone.p99Ms': alone.p99Ms,
      'meanwhile.medianMs': meanwhile.medianMs,
      'meanwhile.p99Ms': meanwhile.p99Ms,
      calls: meanwhile.calls,
    },
  };
}
