import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { voidInvoice } from '../features/invoices/void-invoice.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { importWithProgress } from './import.ts';
import { withOpsContext } from './ops-context.ts';
import { wholeNumber } from './option-parsers.ts';
import { Progress } from './progress.ts';

interface GenerateOptions {
  readonly accounts: number;
  readonly bills: number;
  readonly seed: number;
  readonly to?: string;
}

// The sandbox prints the population as an import file, like a provider's own customers.
const program = fileURLToPath(new URL('../../../sandbox/src/population/print.ts', import.meta.url));

/** `generate --accounts N` */
export const generateCommand = new Command('generate')
  .description(
    'Generates a realistic population for load tests. The same seed generates the same population.',
  )
  .requiredOption(
    '--accounts <number>',
    'number of accounts, each with its own customer',
    wholeNumber(1, 10_000_000),
  )
  .option('--bills <number>', 'monthly bills per account', wholeNumber(0, 120), 12)
  .option('--seed <number>', 'seed of the population', wholeNumber(0, 2_147_483_647), 1)
  .option('--to <file>', 'write an import file instead of importing')
  .addHelpText(
    'after',
    '\nLogins are user1@example.net, user2@example.net, and so on. All seeds share these logins and account numbers:\n' +
      'use one database per population. A database with other customers is refused.\n' +
      'With --to, void the bills with a charge “Billed in error” yourself, by void-invoice.',
  )
  .action(async (options: GenerateOptions) => {
    process.exitCode = await generate(options);
  });

async function generate(options: GenerateOptions): Promise<number> {
  if (!existsSync(program))
    throw new OperatorError('generate needs the sandbox (apps/sandbox), which is not installed here');
  const { accounts, bills, seed, to } = options;
  if (to === undefined) await refuseRealCustomers();
  const values = [`--accounts=${accounts}`, `--bills=${bills}`, `--seed=${seed}`];
  const child = spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const exitCode = await (to === undefined
      ? importWithProgress(child.stdout, { expectedLines: expectedLines(options), isDryRun: false })
      : writeFile(child.stdout, to, options));
    const [childCode] = await ended;
    if (childCode !== 0)
      throw new OperatorError('The population could not be generated. See the reason above.');
    if (to === undefined) await voidWrongBills();
    return exitCode;
  } finally {
    child.kill();
  }
}

/** Invented customers never mix with real ones: a database is empty, or has only those of this command. */
async function refuseRealCustomers(): Promise<void> {
  const real = 'select 1 from customer where customer_number !~ $1 limit 1';
  const { rowCount } = await withOpsContext(({ pool }) => pool.query(real, ['^G-[0-9]+$']));
  if (rowCount !== 0)
    throw new OperatorError('This database has customers that generate did not make. Use an empty database.');
}

/** Voids the bills with a charge “Billed in error”, because no line of an import file voids one. */
async function voidWrongBills(): Promise<void> {
  const wrong = `select distinct i.invoice_number as "invoiceNumber" from invoice_charge c
    join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
    where c.charge_type = 'one-time' and c.description = 'Billed in error' and i.voided_at is null`;
  await withOpsContext(async ({ portal, pool }) => {
    const { rows } = await pool.query<{ invoiceNumber: string }>(wrong);
    for (const { invoiceNumber } of rows)
      await voidInvoice(portal, { invoiceNumber, by: 'generate', reason: 'Billed in error' });
    if (rows.length > 0) console.log(`Bills voided: ${rows.length.toLocaleString('en-US')}.`);
  });
}

/** Customer, account, login and about one saved method, plus each bill and, for nearly all, its payment. */
function expectedLines({ accounts, bills }: GenerateOptions): number {
  return accounts * (4 + 2 * bills);
}

async function writeFile(
  lines: AsyncIterable<Buffer>,
  file: string,
  options: GenerateOptions,
): Promise<number> {
  const progress = new Progress('lines');
  let written = 0;
  progress.begin('Generating', expectedLines(options));
  const counted = async function* () {
    for await (const chunk of lines) {
      written += countNewlines(chunk);
      progress.at(written, written);
      yield chunk;
    }
  };
  await pipeline(counted, createWriteStream(file));
  progress.end();
  console.log(
    `${file}: ${written.toLocaleString('en-US')} lines for ${options.accounts.toLocaleString('en-US')} accounts.`,
  );
  return 0;
}

function countNewlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
