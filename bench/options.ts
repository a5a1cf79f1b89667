import { Command, InvalidArgumentError, Option } from 'commander';

/** The options of `npm run bench`. */
export interface BenchOptions {
  /** Accounts of the large population. */
  readonly accounts: number;
  /** Accounts of the small population, for comparison. */
  readonly fewAccounts: number;
  /** Accounts of the parts with a million. */
  readonly mostAccounts: number;
  /** Accounts that autopay collects from. */
  readonly dueAccounts: number;
  /** Accounts with autopay of the part idle. */
  readonly enrollments: number;
  /** How long a server without work is measured. */
  readonly idleMinutes: number;
  /** Length of one round of load. */
  readonly seconds: number;
  /** Measured rounds of each side. */
  readonly rounds: number;
  /** Concurrent connections. */
  readonly connections: number;
  /** Length of the load that measures memory growth. */
  readonly memoryMinutes: number;
  readonly only: readonly string[];
  /** Data folder to keep and reuse. Undefined: a temporary one. */
  readonly data?: string;
  /** Folder for a CPU profile of every program. */
  readonly profile?: string;
  /** Whether the measured ratios become the accepted ones. */
  readonly accept?: boolean;
}

/** Parts that run only when they are named: they generate for minutes, or an hour. */
const onlyByName: readonly string[] = ['million', 'find', 'billing'];

/** Options that change what is measured, so that the figures cannot be accepted. */
const measuring: string[] = ['accounts', 'fewAccounts', 'seconds', 'rounds', 'connections', 'profile'];

/** Reads the command line. Exits with an error message if it is invalid. */
export function readOptions(partNames: readonly string[], argv: readonly string[]): BenchOptions {
  const command = new Command('npm run bench --')
    .description('Measures speed, size, and memory.')
    .option('--accounts <number>', 'accounts of the large population', wholeNumber, 20_000)
    .option('--few-accounts <number>', 'accounts of the small population', wholeNumber, 1_000)
    .option('--most-accounts <number>', 'accounts of the parts million and find', wholeNumber, 1_000_000)
    .option('--due-accounts <number>', 'accounts that autopay collects from', wholeNumber, 5_000)
    .option('--enrollments <number>', 'accounts with autopay and nothing due', wholeNumber, 1_000_000)
    .option('--idle-minutes <number>', 'how long a server without work is measured', wholeNumber, 5)
    .option('--seconds <number>', 'length of one round of load', wholeNumber, 1)
    .option('--rounds <number>', 'measured rounds of each side', wholeNumber, 7)
    .option('--connections <number>', 'concurrent connections', wholeNumber, 50)
    .option('--memory-minutes <number>', 'length of the memory load', wholeNumber, 1)
    .option('--only <parts>', `only these of ${partNames.join(',')}`, (text) => partList(text, partNames))
    .option('--without <parts>', 'all parts except these', (text) => partList(text, partNames))
    .option('--data <folder>', 'keep the populations there and reuse them')
    .option('--profile <folder>', 'write a CPU profile of every program there (slower)')
    .addOption(
      new Option('--accept', 'write the measured ratios to bench/accepted.json').conflicts(measuring),
    );
  const always = partNames.filter((name) => !onlyByName.includes(name));
  const { without = [], only = always, ...options } = command.parse(argv).opts();
  return { ...options, only: only.filter((name: string) => !without.includes(name)) } as BenchOptions;
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number of at least 1.');
}

function partList(text: string, partNames: readonly string[]): string[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !partNames.includes(name));
  if (unknown.length === 0) return names;
  throw new InvalidArgumentError(`Unknown part: ${unknown.join(', ')}.`);
}
