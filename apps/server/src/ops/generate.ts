import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { OpsProblem } from './desk.ts';
import { importWithProgress } from './import.ts';
import { Progress } from './progress.ts';

interface GenerateOptions {
  readonly accounts: number;
  readonly bills: number;
  readonly seed: number;
  readonly to?: string;
}

// The population is the sandbox's: it comes in as a provider's own customers do, by an import file.
const program = fileURLToPath(new URL('../../../sandbox/src/population/print.ts', import.meta.url));

/** `generate --accounts N` */
export function generateCommand(): Command {
  return new Command('generate')
    .description(
      'Makes a believable population for trials of load and scale; the same seed makes the same one.',
    )
    .requiredOption(
      '--accounts <number>',
      'how many accounts, each of a customer of its own',
      whole(1, 10_000_000),
    )
    .option('--bills <number>', 'regular bills of each account', whole(0, 120), 12)
    .option('--seed <number>', 'another seed, another population', whole(0, 2_147_483_647), 1)
    .option('--to <file>', 'write the import file instead of importing it')
    .addHelpText(
      'after',
      '\nSign-ins are user1@example.net, user2@example.net and so on. Populations of two seeds share these and their\n' +
        'account numbers: each wants a database of its own. Not for a database of real customers.',
    )
    .action(async (options: GenerateOptions) => {
      process.exitCode = await generate(options);
    });
}

async function generate(options: GenerateOptions): Promise<number> {
  if (!existsSync(program))
    throw new OpsProblem('generate needs the sandbox (apps/sandbox), which is not here');
  const { accounts, bills, seed, to } = options;
  const values = [`--accounts=${accounts}`, `--bills=${bills}`, `--seed=${seed}`];
  const child = spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const exitCode = await (to === undefined
      ? importWithProgress(child.stdout, { expectedLines: expectedLines(options), isTrial: false })
      : writeFile(child.stdout, to, options));
    const [childCode] = await ended;
    if (childCode !== 0) throw new OpsProblem('The population could not be made; the reason stands above.');
    return exitCode;
  } finally {
    child.kill();
  }
}

/** Customer, account, sign-in and about one saved method; each bill and, for nearly all, its payment. */
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
    `${file}: ${written.toLocaleString('en-US')} lines of ${options.accounts.toLocaleString('en-US')} accounts.`,
  );
  return 0;
}

function countNewlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

function whole(minimum: number, maximum: number) {
  return (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}
