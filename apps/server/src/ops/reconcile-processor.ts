import { formatCents } from '@myaccount/contract/money';
import type { ProcessorName } from '@myaccount/contract/processors';
import { z } from 'zod';
import { readTransafeCharges } from '../features/charging/charge-lookup.service.ts';
import { adoptCharge } from '../features/charging-pause/adopt-charge.service.ts';
import { bookLostCharges } from '../features/charging-pause/book-lost-charge.service.ts';
import { type ResumeState, resumeCharging } from '../features/charging-pause/resume-charging.service.ts';
import type { PayingPortal } from '../features/payment-state/outcome.service.ts';
import { listMethodsOfCharge } from '../features/reconciliation/processor-records.repository.ts';
import { isOurs } from '../features/reconciliation/processor-records.rules.ts';
import {
  compareWithRecords,
  type Finding,
  isUnknownHere,
} from '../features/reconciliation/processor-records.service.ts';
import type { ChargeRecords, RecordedCharge } from '../gateways/card-processor/card-processor.ts';
import { readSettlementFile } from '../gateways/card-processor/orbital/settlement-file.ts';
import { beat, endPause, findPause, markOrbitalCompared } from '../platform/database/heartbeat.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { PortalCommand } from './ops-context.ts';
import { parser } from './option-parsers.ts';
import { plainText } from './text-section.ts';

interface ReconcileOptions {
  readonly since?: Date;
  readonly file?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly adopt?: string;
  readonly account?: string;
  readonly by?: string;
  readonly resumeBecause?: string;
}

const foundExitCode = 2;
const aTime = 'a time with its zone, such as 2026-11-24T17:00:00Z';
const help = `
Without --file it reads TranSafe's reports. With --file it reads a settlement file of Orbital, which has no report: CSV
with a header line and the columns order_number, amount (84.99), and charged_at (2026-11-24T17:00:00Z), and optionally
currency, card_last_four, and transaction.

unknown-here       No payment has this order number, and it is the next number of no account: made after the backup that was
                   restored, or long after.
no-result-here     The payment has no result yet. It was looked up at the processor; its state now is listed.
not-charged-here   The payment failed here. It is in manual review.
other-amount       The payment is booked with another amount. It is in manual review.
other-charge       The payment is booked with another charge of the same order number. It is in manual review.

Charges with an order number of another form were not made here and are only counted. --adopt ORDER --account NUMBER --by NAME
books a charge that is unknown here for the account whose card it is; its customer gets no mail.

After a restore, a failover, or a stop of more than ten minutes, automatic charges wait (after a restore, all payments). This
command, without --since, compares what was charged since the last heartbeat. It records what autopay and planned payments
charged, and charging goes on when nothing is unknown here; after a restore, Orbital's settlement file must have been compared,
too. --resume-because REASON goes on without that: what is unknown here can then be charged again.

Exit code 0: everything agrees; 2: differences; 1: the command failed, or some records could not be read.`;

/** `reconcile-processor [--since TIME] [--file FILE] [--dry-run] [--adopt ORDER --account NUMBER --by NAME] [--json]` */
export const reconcileProcessorCommand = new PortalCommand('reconcile-processor')
  .description('Lists charges that a card processor has and the portal does not, such as after a restore.')
  .option(
    '--since <time>',
    'time of the oldest charge, such as 2026-11-24T17:00:00Z',
    parser(parseTime, aTime),
  )
  .option('--file <file>', 'a settlement file of Orbital')
  .option('--dry-run', 'only list; change nothing')
  .option('--adopt <order>', 'book this charge, which is unknown here')
  .option('--account <number>', 'the account of the charge to book')
  .option('--by <name>', 'your name')
  .option('--resume-because <reason>', 'let charging go on although something is not known')
  .option('--json', 'print JSON')
  .addHelpText('after', help)
  .does(({ portal }, options: ReconcileOptions) => reconcileProcessor(portal, options));

async function reconcileProcessor(portal: PayingPortal, options: ReconcileOptions): Promise<string[]> {
  const { file, dryRun: isDryRun = false } = options;
  const { db } = portal;
  const pause = await beat(db);
  const since = options.since ?? pause?.unsureFrom;
  if (!since) throw new OperatorError('Charging is not paused. Say since when to compare: --since TIME.');
  const { charges, unreadable } = await readRecords(portal, since, file);
  const recent = charges.filter(({ at }) => at >= since);
  const madeHere = recent.filter(isOurs);
  const processor = file === undefined ? 'transafe' : 'orbital';
  if (options.adopt) return await adopt(portal, processor, madeHere, options);
  const findings = await compareAndBook(portal, processor, madeHere, isDryRun);
  const others = recent.length - madeHere.length;
  const report: Report = { processor, charges: recent.length, others, findings, unreadable };
  const isClean = unreadable.length === 0 && !findings.some(isUnknownHere);
  if (file !== undefined && isClean && !isDryRun) await markOrbitalCompared(db);
  if (options.json) console.log(JSON.stringify(report, undefined, 2));
  else await print(portal, report);
  if (pause && !isDryRun) await resume(portal, options.resumeBecause);
  if (findings.length > 0) process.exitCode = foundExitCode;
  if (unreadable.length > 0) process.exitCode = 1;
  return [];
}

/** Compares charges, books those whose number says whose they are, and returns what still differs. */
async function compareAndBook(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  isDryRun: boolean,
): Promise<Finding[]> {
  const findings = await compareWithRecords(portal, processor, charges, { isDryRun });
  const booked = isDryRun ? 0 : await bookLostCharges(portal, processor, findings);
  if (booked === 0) return findings;
  console.error(`Booked: ${booked} charges that were unknown here, and whose number says whose they are.`);
  return await compareWithRecords(portal, processor, charges);
}

async function adopt(
  portal: PayingPortal,
  processor: ProcessorName,
  charges: readonly RecordedCharge[],
  { adopt: reference, account: accountNumber, by }: ReconcileOptions,
): Promise<string[]> {
  const charge = charges.find((one) => one.reference === reference);
  if (!charge) throw new OperatorError(`${processor} has no charge with order ${reference} since then.`);
  if (!accountNumber || !by) throw new OperatorError('--adopt needs --account NUMBER and --by NAME.');
  const refusal = await adoptCharge(portal, { processor, charge, accountNumber, by });
  if (refusal) throw new OperatorError(refusal);
  return [`Order ${reference}: ${formatCents(charge.amountCents)} booked for account ${accountNumber}.`];
}

const stateTexts: Readonly<Record<ResumeState, string>> = {
  resumed: 'Charging goes on.',
  'charges-on-their-way':
    'Charging waits: a charge of another server could be on its way. Try again in some minutes.',
  'unknown-charges':
    'Charging waits: charges are unknown here. Import what came since, or book each with --adopt.',
  'orbital-not-compared': "Charging waits: pass Orbital's settlement file with --file.",
};

async function resume(portal: PayingPortal, because: string | undefined): Promise<void> {
  const { db } = portal;
  if (because) await endPause(db, because);
  const pause = await findPause(db);
  console.error(stateTexts[pause ? await resumeCharging(portal, pause) : 'resumed']);
}

async function readRecords(portal: PayingPortal, since: Date, file?: string): Promise<ChargeRecords> {
  try {
    return await (file === undefined ? readTransafeCharges(portal, since) : readSettlementFile(file));
  } catch (error) {
    throw error instanceof Error ? new OperatorError(error.message) : error;
  }
}

interface Report {
  readonly processor: ProcessorName;
  readonly charges: number;
  readonly others: number;
  readonly findings: readonly Finding[];
  readonly unreadable: ChargeRecords['unreadable'];
}

async function print(portal: PayingPortal, report: Report): Promise<void> {
  const { processor, charges, others, findings, unreadable } = report;
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
    `${processor}: ${ours} charges made here, ${findings.length} of them differ; ${others} made elsewhere.`,
  );
  if (processor === 'transafe') console.log('Orbital was not checked: pass its settlement file with --file.');
}

function lineOf({ discrepancy, charge, paymentId, state }: Finding): string {
  const card = charge.lastFour ? `…${charge.lastFour}` : 'unknown card';
  const payment = paymentId ? `payment ${paymentId} ${state}` : 'no payment';
  return [
    discrepancy.padEnd(16),
    `order ${charge.reference}`,
    formatCents(charge.amountCents),
    charge.at.toISOString(),
    card,
    `transaction ${charge.transaction ?? 'unknown'}`,
    payment,
  ].join('  ');
}

function parseTime(text: string): Date | undefined {
  return z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : undefined;
}
