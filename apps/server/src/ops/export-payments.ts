import { type ExportCursor, parseCursor } from '../features/payment-export/export-cursor.rules.ts';
import { readExport } from '../features/payment-export/payment-events.service.ts';
import { PortalCommand } from './ops-context.ts';
import { parser, wholeNumber } from './option-parsers.ts';

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
export const exportPaymentsCommand = new PortalCommand('export-payments')
  .description('Prints payments made here as JSON Lines, for a billing system.')
  .option(
    '--since <cursor>',
    'cursor of the last line you stored; the default is the beginning',
    parser(parseCursor, 'the cursor of an exported line'),
  )
  .option(
    '--limit <number>',
    'maximum number of lines',
    wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number above 0'),
  )
  .addHelpText('after', help)
  .does(async ({ db }, { since, limit }: ExportOptions) => {
    for await (const line of readExport(db, since, limit)) await write(line);
    return [];
  });

/** Waits while the reader is slower than the database, so that memory stays flat. */
async function write(line: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
