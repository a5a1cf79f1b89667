import { formatCents } from '@myaccount/contract/money';
import type { ProcessorName } from '@myaccount/contract/processors';
import { z } from 'zod';
import { readTransafeCharges } from '../features/charging/charge-lookup.service.ts';
import { beat, findPause } from '../features/charging/heartbeat.repository.ts';
import { compareAndBook } from '../features/charging-pause/book-lost-charge.service.ts';
import {
  letChargingGoOn,
  type ResumeState,
  resumeCharging,
} from '../features/charging-pause/resume-charging.service.ts';
import {
  compareSettlementFile,
  listUncoveredOf,
  type SettlementComparison,
  type SettlementFile,
} from '../features/charging-pause/settlement-file.service.ts';
import type { PayingPortal } from '../features/feature.ts';
import { listMethodsOfCharge } from '../features/reconciliation/processor-records.repository.ts';
import { isOurs } from '../features/reconciliation/processor-records.rules.ts';
import type { Finding } from '../features/reconciliation/processor-records.service.ts';
import { isUnknownHere } from '../features/reconciliation/processor-records.service.ts';
import type {
  ChargeRecords,
  RecordedCharge,
  RecordedRefund,
} from '../gateways/card-processor/card-processor.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type AdoptOptions, adopt, adoptHeld, requireFitting } from './adopt-order.ts';
import { PortalCommand } from './ops-context.ts';
import { parser } from './option-parsers.ts';
import { coverageLines, openNamedFile, type SettlementOptions } from './settlement-options.ts';
import { plainText } from './text-section.ts';

interface ReconcileOptions extends SettlementOptions, AdoptOptions {
  readonly json?: boolean;
  readonly resumeBecause?: string;
}

const foundExitCode = 2;
const aTime = 'a time with its zone, such as 2026-11-24T17:00:00Z';
const help = `
Without --file it reads TranSafe's reports. With --file it reads a settlement file of Orbital, which has no report: CSV
with a header line and the columns order_number, amount (84.99), and charged_at (2026-11-24T17:00:00Z), and optionally
currency, card_last_four, transaction, and type: charge, or refund for a row that was given back.

booked             It was unknown here. Its order number and its card say whose it is, so it is booked; its customer gets no mail.
unknown-here       No payment has this order number, and it is the next number of no account: made after the backup that was
                   restored, or long after.
no-result-here     The payment has no result yet. It was looked up at the processor; its state now is listed.
not-charged-here   The payment failed here. It is in manual review.
other-amount       The payment is booked with another amount. It is in manual review.
not-refunded-here  A refund that was refused here, and that nobody could book. Record it with settle-refund.
other-charge       The payment is booked with another charge of the same order number. It is in manual review.

Charges with an order number of another form were not made here and are only counted. --adopt ORDER --account NUMBER --by NAME
books a charge that is unknown here for the account whose card it is; its customer gets no mail.

A payment in manual review that was “not charged: its processor has, under its number, an earlier charge” waits, and its account
with it. A report or a file settles it. Orbital does not say that charge's amount: with --amount AMOUNT, as Chase's reporting
says, --adopt books it without a file. --adopt ORDER --not-charged REASON --by NAME says that it took no money, such as voided.

A file proves that nothing else was charged only with its control totals, in your name: --covers FROM..TO --count N
--total AMOUNT --by NAME are what Orbital's own report says of all its rows, also those made elsewhere; refunds count, and are taken off the total. TO is not in the range,
and not in the future. FILE.json beside it may have the same: {"covers": "FROM..TO", "count": 12, "total": "1019.88", "by":
"Kim"}. Several files add up. A day without charges is a header line with --count 0 --total 0.00, as the report says.
not-in-file        A payment here was charged in that range, and the file does not have it.

After a restore, a failover, or a stop of more than ten minutes, automatic charges wait (after a restore, all payments). This
command, without --since, compares what was charged since the last heartbeat. It records what autopay and planned payments
charged, and charging goes on when nothing is unknown here; after a restore, settlement files must cover the time from the last
heartbeat to the pause, too. --resume-because REASON goes on without that: what is unknown here can then be charged again.

Exit code 0: everything agrees; 2: differences; 1: the command failed, control totals were refused, or some records could not
be read.`;

/** `reconcile-processor [--since TIME] [--file FILE [--covers FROM..TO …]] [--dry-run] [--adopt ORDER …] [--json]` */
export const reconcileProcessorCommand = new PortalCommand('reconcile-processor')
  .description('Lists charges that a card processor has and the portal does not, such as after a restore.')
  .option(
    '--since <time>',
    "time of the oldest charge in TranSafe's reports, such as 2026-11-24T17:00:00Z",
    parser(parseTime, aTime),
  )
  .option('--file <file>', 'a settlement file of Orbital')
  .option('--covers <range>', "the range of the file's charges: FROM..TO, as Orbital's report says")
  .option('--count <number>', 'how many charges the report has')
  .option('--total <amount>', 'what they add up to, such as 1019.88')
  .option('--dry-run', 'only list; change nothing')
  .option('--adopt <order>', 'book this charge, which is unknown here')
  .option('--account <number>', 'the account of the charge to book')
  .option('--amount <amount>', 'what Orbital charged, where a payment met that charge, such as 84.99')
  .option('--not-charged <reason>', 'why the charge that a payment met took no money')
  .option('--by <name>', 'your name')
  .option('--resume-because <reason>', 'let charging go on although something is not known')
  .option('--json', 'print JSON')
  .addHelpText('after', help)
  .does(({ portal }, options: ReconcileOptions) => reconcileProcessor(portal, options));

async function reconcileProcessor(portal: PayingPortal, options: ReconcileOptions): Promise<string[]> {
  const { dryRun: isDryRun = false } = options;
  requireFitting(options);
  if (options.amount !== undefined || options.notCharged !== undefined)
    return await adoptHeld(portal, options);
  const file = await orRefuse(openNamedFile(options));
  const pause = await beat(portal.db);
  const processor = file ? 'orbital' : 'transafe';
  const records = file?.records ?? (await readReports(portal, options.since ?? pause?.unsureFrom));
  const { charges, refunds, unreadable } = records;
  const madeHere = charges.filter(isOurs);
  if (options.adopt) return await adopt(portal, processor, madeHere, options);
  const comparison = file
    ? await compareSettlementFile(portal, file, { isDryRun })
    : { ...(await compareAndBook(portal, processor, records, { isDryRun })), missing: [] };
  const { findings, missing } = comparison;
  const others = charges.length - madeHere.length;
  const counts = { charges: charges.length, refunds: refunds.length, others };
  const report: Report = { processor, ...counts, unreadable, ...comparison };
  if (options.json) console.log(JSON.stringify(report, undefined, 2));
  else await print(portal, report, file);
  if (pause && !isDryRun) await resume(portal, options.resumeBecause);
  if (findings.length + missing.length > 0) process.exitCode = foundExitCode;
  if (report.refusal) process.exitCode = 1;
  if (unreadable.length > 0) process.exitCode = 1;
  return [];
}

const stateTexts: Readonly<Record<ResumeState, string>> = {
  resumed: 'Charging goes on.',
  'charges-on-their-way':
    'Charging waits: a charge of another server could be on its way. Try again in some minutes.',
  'unknown-charges':
    'Charging waits: charges are unknown here. Import what came since, or book each with --adopt.',
  'orbital-not-compared':
    "Charging waits: pass Orbital's settlement files of these times with --file and --covers, or wait for the next.",
};

async function resume(portal: PayingPortal, because: string | undefined): Promise<void> {
  const { db } = portal;
  if (because) await letChargingGoOn(portal, because);
  const pause = await findPause(db);
  const state = pause ? await resumeCharging(portal, pause) : 'resumed';
  console.error(stateTexts[state]);
  if (!pause || state !== 'orbital-not-compared') return;
  for (const { from, to } of await listUncoveredOf(portal, pause))
    console.error(`not covered  ${from.toISOString()}..${to.toISOString()}`);
}

/** Reads TranSafe's reports from a time on. */
async function readReports(portal: PayingPortal, since: Date | undefined): Promise<ChargeRecords> {
  if (!since) throw new OperatorError('Charging is not paused. Say since when to compare: --since TIME.');
  const { charges, refunds, unreadable } = await orRefuse(readTransafeCharges(portal, since));
  const isAsked = ({ at }: RecordedCharge) => at >= since;
  return { charges: charges.filter(isAsked), refunds: refunds.filter(isAsked), unreadable };
}

/** Says in one sentence why records cannot be read. */
async function orRefuse<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof Error ? new OperatorError(error.message) : error;
  }
}

interface Report extends Partial<SettlementComparison> {
  readonly processor: ProcessorName;
  readonly charges: number;
  readonly refunds: number;
  readonly others: number;
  readonly findings: readonly Finding[];
  readonly booked: readonly RecordedCharge[];
  readonly unreadable: ChargeRecords['unreadable'];
}

async function print(portal: PayingPortal, report: Report, file: SettlementFile | undefined): Promise<void> {
  const { processor, charges, refunds, others, findings, booked, unreadable } = report;
  for (const charge of booked)
    console.log(plainText(['booked'.padEnd(16), ...describeCharge(charge)].join('  ')));
  for (const finding of findings) {
    console.log(plainText(lineOf(finding)));
    if (!isUnknownHere(finding)) continue;
    const candidates = await listMethodsOfCharge(portal.db, processor, finding.charge);
    for (const { accountNumber, owesAmount } of candidates)
      console.log(
        plainText(`  candidate: account ${accountNumber}${owesAmount ? ', which owes as much' : ''}`),
      );
  }
  for (const { where, reason } of unreadable) console.error(plainText(`Not read: ${where}: ${reason}`));
  const ours = charges - others;
  console.log(
    `${processor}: ${ours} charges made here and ${refunds} refunds, ${findings.length} of them differ; ${others} made elsewhere.`,
  );
  for (const line of await coverageLines(portal.db, file, report)) console.log(line);
}

function lineOf({ discrepancy, charge, paymentId, state }: Finding): string {
  const payment = paymentId ? `payment ${paymentId} ${state}` : 'no payment';
  return [discrepancy.padEnd(16), ...describeCharge(charge), payment].join('  ');
}

function describeCharge(charge: RecordedCharge | RecordedRefund): string[] {
  const { reference, amountCents, at, lastFour, transaction } = charge;
  const what = 'means' in charge ? `${charge.means} ` : '';
  const card = lastFour ? `…${lastFour}` : 'unknown card';
  const parts = [`${what}order ${reference}`, formatCents(amountCents), at.toISOString(), card];
  return [...parts, `transaction ${transaction ?? 'unknown'}`];
}

function parseTime(text: string): Date | undefined {
  return z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : undefined;
}
