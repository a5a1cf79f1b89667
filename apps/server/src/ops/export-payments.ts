import { Command, InvalidArgumentError } from 'commander';
import { listPaymentEvents } from '../features/payments/payment-events.repository.ts';
import { exportLine, firstCursor, parseCursor } from '../features/payments/payment-events.rules.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { withOpsContext } from './ops-context.ts';

interface ExportOptions {
  readonly since: string;
  readonly limit?: number;
}

const pageSize = 1_000;
const help = `
Prints one JSON object per line, in the order of the payments' changes: PENDING, COMPLETED, RETURNED, REFUNDED, and
the outcome of each pending payment. Leaves out imported payments: the billing system that sent them knows them.
Every line has a cursor. Store the line, then pass its cursor to the next call. Reusing a cursor repeats lines; no line
is ever skipped. Empty output means nothing new: keep your cursor.
balanceChange is the change of the customer's balance.
Exit code 0: done; 1: the command failed. Lines printed before a failure are valid.`;

/** `export-payments --since CURSOR [--limit N]` */
export function exportPaymentsCommand(): Command {
  return new Command('export-payments')
    .description('Prints payments made here as JSON Lines, for a billing system.')
    .option(
      '--since <cursor>',
      'cursor of the last line you stored; the default is the beginning',
      cursorArgument,
      firstCursor,
    )
    .option('--limit <number>', 'maximum number of lines', countArgument)
    .addHelpText('after', help)
    .action(async (options: ExportOptions) => {
      await withOpsContext(({ pool }) => exportPayments(connectDatabase(pool), options, write));
    });
}

/** Writes the lines after a cursor and returns how many. */
export async function exportPayments(
  db: Parameters<typeof listPaymentEvents>[0],
  { since, limit = Number.POSITIVE_INFINITY }: ExportOptions,
  writeLine: (line: string) => Promise<void>,
): Promise<number> {
  let cursor = parseCursor(since);
  let written = 0;
  while (cursor && written < limit) {
    const events = await listPaymentEvents(db, cursor, Math.min(pageSize, limit - written));
    for (const event of events) await writeLine(JSON.stringify(exportLine(event)));
    written += events.length;
    cursor = events.at(-1);
  }
  return written;
}

/** Waits while the reader is slower than the database, so that memory stays flat. */
async function write(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function cursorArgument(text: string): string {
  if (!parseCursor(text)) throw new InvalidArgumentError('It must be the cursor of an exported line.');
  return text;
}

function countArgument(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}
