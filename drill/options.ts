import { randomInt } from 'node:crypto';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { plantedBugs } from './faults/planted/planted-bugs.ts';

/** The options of `npm run drill`. */
export interface DrillOptions {
  /** The drill's name. */
  readonly drill: string;
  /** Names of parts; undefined for all. */
  readonly only?: readonly string[];
  /** Repeats the random choices of an earlier run. */
  readonly seed: number;
  /** A bug to plant in every portal of the drills `billing`, `faults`, or `sums`, which then have to fail. */
  readonly planted?: string;
  /** Keeps data and logs in this folder. Undefined: a temporary one. */
  readonly data?: string;
}

const seeds = 2 ** 31;

/** Reads the command line. Exits with an error message if it is invalid. */
export function readOptions(drills: readonly string[], argv: readonly string[]): DrillOptions {
  const command = new Command('npm run drill --')
    .description('Cuts off, kills, and restores real programs, and counts what was lost.')
    .addArgument(new Argument('<drill>', 'which drill').choices(drills))
    .option('--only <parts>', 'only these parts, separated by commas', (text) => text.split(','))
    .option('--seed <number>', 'repeat the random choices of an earlier run', seedArgument)
    .addOption(
      new Option('--planted <bug>', 'plant a bug: parts have to fail').choices(Object.keys(plantedBugs)),
    )
    .option('--data <folder>', 'keep data and logs there')
    .parse(argv);
  const chosen = command.opts<Omit<DrillOptions, 'drill' | 'seed'> & { seed?: number }>();
  return { ...chosen, seed: chosen.seed ?? randomInt(seeds), drill: command.args[0] ?? '' };
}

function seedArgument(text: string): number {
  const seed = Number(text);
  if (Number.isInteger(seed) && seed >= 0 && seed < seeds) return seed;
  throw new InvalidArgumentError(`Must be a whole number from 0 to ${seeds - 1}.`);
}
