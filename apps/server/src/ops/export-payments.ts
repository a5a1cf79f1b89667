import { Command, InvalidArgumentError } from 'commander';
import { type ExportCursor, parseCursor } from '../features/payment-export/export-cursor.rules.ts';
import { readExport } from '../features/payment-export/payment-events.service.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { withOpsContext } from './ops-context.ts';

interface ExportOptions {
  readonly since?: ExportCursor;
  readonly limit?: number;
}

const help = `
Prints one JSON object per line, in the order of the payments' changes: PENDING, COMPLETED, RETURNED, REFUNDED, and
the outcome of each pending payment. Leaves out imported payments: the billing system that sent them knows them.
Every line has a cursor. Store the line, then pass its cursor to the next call. Reusing a cursor repeats lines; no line
is ever skipped. Empty output means nothing new: keep your cursor. A cursor is good in dumps, copies, and standbys of
its database. A database that does not know the cursor's line refuses it and says what to do.
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
    )
    .option('--limit <number>', 'maximum number of lines', countArgument)
    .addHelpText('after', help)
    .action(async ({ since, limit }: ExportOptions) => {
      await withOpsContext(async ({ pool }) => {
        for await (const line of readExport(connectDatabase(pool), since, limit)) await write(line);
      });
    });
}

/** Waits while the reader is slower than the database, so that memory stays flat. */
async function write(line: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

function cursorArgument(text: string): ExportCursor {
  const cursor = parseCursor(text);
  if (!cursor) throw new InvalidArgumentError('It must be the cursor of an exported line.');
  return cursor;
}

function countArgument(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}
