import { Command, InvalidArgumentError } from 'commander';

/** What `npm run bench` is told. */
export interface BenchOptions {
  /** Accounts of the big population. */
  readonly accounts: number;
  /** Accounts of the small one, against which the big one is compared. */
  readonly fewAccounts: number;
  /** Length of one round of load. */
  readonly seconds: number;
  /** Rounds that count, of each side. */
  readonly rounds: number;
  /** Connections that call at once. */
  readonly connections: number;
  /** Length of the load under which memory must stay flat. */
  readonly memoryMinutes: number;
  readonly only: readonly string[];
  /** Data folder to keep and to use again; undefined: a new one that is removed afterwards. */
  readonly data?: string;
  /** Folder for a processor profile of every program. */
  readonly profile?: string;
}

/** Reads the command line; ends the process with what is wrong with it. */
export function readOptions(partNames: readonly string[], argv: readonly string[]): BenchOptions {
  const command = new Command('npm run bench --')
    .description('Measures speed, size and memory, each against a floor measured in the same run.')
    .option('--accounts <number>', 'accounts of the big population', wholeNumber, 100_000)
    .option('--few-accounts <number>', 'accounts of the small population', wholeNumber, 1_000)
    .option('--seconds <number>', 'length of one round of load', wholeNumber, 3)
    .option('--rounds <number>', 'rounds that count, of each side', wholeNumber, 9)
    .option('--connections <number>', 'connections that call at once', wholeNumber, 50)
    .option('--memory-minutes <number>', 'length of the load for memory', wholeNumber, 10)
    .option('--only <parts>', `only these of ${partNames.join(',')}`, (text) => partList(text, partNames))
    .option('--without <parts>', 'all but these', (text) => partList(text, partNames))
    .option('--data <folder>', 'keep the populations there, and use them again next time')
    .option('--profile <folder>', 'write a processor profile of every program there (slower)');
  const { without = [], only = partNames, ...options } = command.parse(argv).opts();
  return { ...options, only: only.filter((name: string) => !without.includes(name)) } as BenchOptions;
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It needs a whole number from 1 on.');
}

function partList(text: string, partNames: readonly string[]): string[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !partNames.includes(name));
  if (unknown.length === 0) return names;
  throw new InvalidArgumentError(`There is no ${unknown.join(', ')}.`);
}
