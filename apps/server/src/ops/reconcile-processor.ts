import { formatCents } from '@myaccount/contract/money';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { isOurs } from '../features/payments/processor-records.rules.ts';
import { compareWithRecords, type Finding } from '../features/payments/processor-records.service.ts';
import { openProcessors } from '../gateways/card-processor/open-processors.ts';
import {
  readSettlementFile,
  SettlementFileError,
} from '../gateways/card-processor/orbital/settlement-file.ts';
import type { ChargeRecords } from '../gateways/card-processor/recorded-charge.ts';
import { openPortal } from '../platform/open-portal.ts';
import { OpsError } from './ops-context.ts';
import { plainText } from './plain-text.ts';

interface ReconcileOptions {
  readonly since: Date;
  readonly file?: string;
  readonly json?: boolean;
}

const foundExitCode = 2;
const help = `
Without --file it reads TranSafe's reports. With --file it reads a settlement file of Orbital, which has no report: CSV
with a header line and the columns order_number, amount (84.99), and charged_at (2026-11-24T17:00:00Z), and optionally
currency, card_last_four, and transaction.

unknown-here       No payment has this order number: it was made after the backup that was restored.
no-result-here     The payment has no result yet. It was looked up at the processor; its state now is listed.
not-charged-here   The payment failed here. It is in manual review.
other-amount       The payment is booked with another amount. It is in manual review.
other-charge       The payment is booked with another charge of the same order number. It is in manual review.

Nothing is booked by itself. Charges with an order number of another form were not made here and are only counted.
Exit code 0: everything agrees; 2: differences; 1: the command failed, or some records could not be read.`;

/** `reconcile-processor --since TIME [--file FILE] [--json]` */
export function reconcileProcessorCommand(): Command {
  return new Command('reconcile-processor')
    .description('Lists charges that a card processor has and the portal does not, such as after a restore.')
    .requiredOption('--since <time>', 'time of the oldest charge, such as 2026-11-24T17:00:00Z', timeArgument)
    .option('--file <file>', 'a settlement file of Orbital')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(reconcileProcessor);
}

async function reconcileProcessor({ since, file, json }: ReconcileOptions): Promise<void> {
  const config = readConfig(process.env);
  const { portal } = openPortal(config, pino({ level: 'silent' }));
  const processors = openProcessors(config);
  try {
    const records = await readRecords(() => processors.transafe.listCharges(since, portal.clock.now()), file);
    const charges = records.charges.filter(({ at }) => at >= since);
    const ours = charges.filter(isOurs);
    const processor = file === undefined ? 'transafe' : 'orbital';
    const findings = await compareWithRecords({ portal, processors }, processor, ours);
    const report = { processor, charges: charges.length, others: charges.length - ours.length, findings };
    print({ ...report, unreadable: records.unreadable }, json ?? false);
    if (findings.length > 0) process.exitCode = foundExitCode;
    if (records.unreadable.length > 0) process.exitCode = 1;
  } finally {
    await portal.db.destroy();
  }
}

async function readRecords(
  readReport: () => Promise<ChargeRecords>,
  file: string | undefined,
): Promise<ChargeRecords> {
  try {
    return file === undefined ? await readReport() : await readSettlementFile(file);
  } catch (error) {
    const isPlain = file === undefined || error instanceof SettlementFileError;
    throw isPlain && error instanceof Error ? new OpsError(error.message) : error;
  }
}

interface Report {
  readonly processor: string;
  readonly charges: number;
  readonly others: number;
  readonly findings: readonly Finding[];
  readonly unreadable: ChargeRecords['unreadable'];
}

function print(report: Report, isJson: boolean): void {
  const { processor, charges, others, findings, unreadable } = report;
  if (isJson) {
    console.log(JSON.stringify(report, undefined, 2));
    return;
  }
  for (const finding of findings) console.log(plainText(lineOf(finding)));
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

function timeArgument(text: string): Date {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success)
    throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-24T17:00:00Z.');
  return new Date(text);
}
