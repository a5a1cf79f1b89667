import { listCalls } from '../../environment/calls.ts';
import { signedInCustomers } from '../../environment/customers.ts';
import { payingConnections, paymentCalls, receiptsSent } from '../../environment/payments.ts';
import { countWrongAccounts, readCollectedPayments } from '../environment/autopay-run.ts';
import type { BenchEnvironment, CollectingSite } from '../environment/bench-environment.ts';
import { addDueBills, type RunProgress, waitForAutopay } from '../environment/due-accounts.ts';
import { type FixedRate, runAtRate } from '../fixed-rate.ts';
import { type LoadTarget, medianOf, runRound } from '../load.ts';
import { watchMemory } from '../memory-growth.ts';
import { atLeast, atMost, atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Of what the same customers' own payments reach through the portal. */
const minShare = 0.7;
const pressedPayments = 1_000;
const listPerSecond = 100;
/** Times the list alone: pages and charges share two cores and one PostgreSQL. */
const maxTimesAlone = 6;
const callsInRound = 300;
const roundsAlone = 3;
const startsWithinMs = 30_000;
/** A run that is ten times too slow is still measured. */
const msPerAccount = 100;
/** Memory counts from here on: code is compiled, and charges are in flight. */
const warmShare = 0.2;

/** A run of autopay by one server while another serves the invoice list. */
export async function measureAutopay(environment: BenchEnvironment): Promise<Result[]> {
  const { dueAccounts } = environment.options;
  const site = await environment.collecting();
  const list = { target: site.portal, calls: listCalls(await signedInCustomers(site)) };
  // The first rounds warm up.
  await readList(list, (done) => done === roundsAlone);
  const alone = await readList(list, (done) => done === roundsAlone);
  await addDueBills(site, dueAccounts);
  const jobs = await site.startJobs();
  const withinMs = startsWithinMs + dueAccounts * msPerAccount;
  await waitForAutopay(site, withinMs, ({ begun }) => begun >= dueAccounts * warmShare);
  const memory = await watchMemory(jobs);
  let isOver = false;
  const reading = readList(list, () => isOver);
  const hasEnded = ({ begun, inProgress }: RunProgress) => begun === dueAccounts && inProgress === 0;
  await waitForAutopay(site, withinMs, hasEnded).finally(() => {
    isOver = true;
  });
  const listMeanwhile = await reading;
  // Their mails would slow down whatever is measured next.
  await receiptsSent(site);
  const { payments, seconds } = await readCollectedPayments(site);
  const wrong = await countWrongAccounts(site, dueAccounts);
  const pressed = await pressPay(site);
  return [
    throughput(payments / seconds, payments, pressed),
    slowdown(listMeanwhile, alone),
    ...(await memory.stop('memory while autopay collects')),
    chargedOnce(wrong, payments),
  ];
}

/** Reads the invoice list at its rate, each round for other customers, until it is over. */
async function readList(
  { target, calls }: { readonly target: LoadTarget; readonly calls: ReturnType<typeof listCalls> },
  isOver: (roundsDone: number) => boolean,
): Promise<FixedRate> {
  const rounds: FixedRate[] = [];
  while (!isOver(rounds.length)) {
    const ofRound = calls.splice(0, callsInRound);
    calls.push(...ofRound);
    rounds.push(await runAtRate(target, ofRound, listPerSecond));
  }
  return medianOf(rounds);
}

/** Customers who pay by themselves, when autopay has ended: what the same machine can charge. Returns payments a second. */
async function pressPay(site: CollectingSite): Promise<number> {
  const calls = await paymentCalls(site, (await signedInCustomers(site)).slice(0, pressedPayments));
  const afterwards = () => receiptsSent(site);
  return (await runRound(site.portal, calls, { connections: payingConnections, afterwards })).perSecond;
}

function throughput(perSecond: number, payments: number, pressed: number): Result {
  const ratio = perSecond / pressed;
  return {
    what: `autopay, ${formatFigure(payments)} due accounts`,
    measured: `${formatFigure(perSecond)} /s`,
    floor: `${formatFigure(pressed)} /s pressed`,
    ratio,
    target: atLeast(ratio, minShare, ' ×'),
    figures: { perSecond, payments, pressed },
  };
}

function slowdown(meanwhile: FixedRate, alone: FixedRate): Result {
  return {
    what: `invoice list at ${listPerSecond} /s while autopay collects`,
    measured: `p99 ${formatFigure(meanwhile.p99Ms)} ms`,
    floor: `p99 ${formatFigure(alone.p99Ms)} ms alone`,
    ratio: meanwhile.p99Ms / alone.p99Ms,
    target: atMostTimes(meanwhile.p99Ms / alone.p99Ms, maxTimesAlone),
    figures: {
      'alone.medianMs': alone.medianMs,
      'alone.p99Ms': alone.p99Ms,
      'meanwhile.medianMs': meanwhile.medianMs,
      'meanwhile.p99Ms': meanwhile.p99Ms,
    },
  };
}

function chargedOnce(wrong: number, payments: number): Result {
  return {
    what: 'autopay: accounts not charged exactly once',
    measured: String(wrong),
    target: atMost(wrong, 0, ''),
    figures: { wrong, payments },
  };
}
