import { Command, InvalidArgumentError } from 'commander';
import { listPaymentEvents } from '../features/payments/payment-events.repository.ts';
import { exportedEvent, firstCursor, parseCursor } from '../features/payments/payment-events.rules.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { atDesk } from './desk.ts';

interface ExportOptions {
  readonly since: string;
  readonly limit?: number;
}

const pageSize = 1_000;
const help = `
One JSON object a line, in the order in which payments changed: PENDING, COMPLETED, RETURNED, REFUNDED, and what
became of a pending one. Payments that an import brought are left out: the billing that sent them knows them.
Every line has a cursor. Keep the last one once its line is safely stored, and give it to the next call; a line may
come twice when a cursor is used again, and none is ever skipped. An empty output: nothing new, keep the cursor.
balanceChange is what the event changes of what the customer owes.
Exit code 0: done; 1: it failed, and what was printed is still right.`;

/** `export-payments --since CURSOR [--limit N]` */
export function exportPaymentsCommand(): Command {
  return new Command('export-payments')
    .description('Prints what a provider’s own billing has to know of payments made here, as JSON Lines.')
    .option(
      '--since <cursor>',
      'cursor of the last line that was taken; without it from the beginning',
      checkedCursor,
      firstCursor,
    )
    .option('--limit <number>', 'lines at most', wholeNumber)
    .addHelpText('after', help)
    .action(async (options: ExportOptions) => {
      await atDesk(({ pool }) => exportPayments(connectDatabase(pool), options, write));
    });
}

/** Writes the lines after a cursor; gives how many. */
export async function exportPayments(
  db: Parameters<typeof listPaymentEvents>[0],
  { since, limit = Number.POSITIVE_INFINITY }: ExportOptions,
  writeLine: (line: string) => Promise<void>,
): Promise<number> {
  let cursor = parseCursor(since);
  let written = 0;
  while (cursor && written < limit) {
    const events = await listPaymentEvents(db, cursor, Math.min(pageSize, limit - written));
    for (const event of events) await writeLine(JSON.stringify(exportedEvent(event)));
    written += events.length;
    cursor = events.at(-1);
  }
  return written;
}

/** Waits for a reader that is slower than the database: memory stays flat. */
async function write(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function checkedCursor(text: string): string {
  if (!parseCursor(text)) throw new InvalidArgumentError('It is no cursor of an exported line.');
  return text;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}
