import { withClient } from '../../environment/database.ts';
import type { PortalInstance } from '../../environment/environment.ts';
import { runOperatorCommand } from '../../environment/operator.ts';
import type { DatabaseAddresses } from '../../scripts/start/local-settings.ts';
import { compareSizes, sideOf } from '../compare-sizes.ts';
import { type BenchEnvironment, billsOfMost } from '../environment/bench-environment.ts';
import { compareMemory } from '../report/command-memory.ts';
import { atMostTimes, formatFigure, type Result } from '../report/result.ts';

/** Times what an account of a thousand takes to generate. */
const maxTimes = 2;
const secondsPerMinute = 60;
const bytesPerGiB = 2 ** 30;

/** A million accounts of three bills: generating and checking them, and how the slowest calls grow from a thousand. */
export async function measureMillion(environment: BenchEnvironment): Promise<Result[]> {
  const [most, few] = [await environment.most(), await environment.fewOfMost()];
  const sides = { few: await sideOf(few, billsOfMost), many: await sideOf(most, billsOfMost) };
  return [
    ...describeGenerated(most, few),
    await measureSizeOnDisk(most),
    ...(await compareSizes(environment, sides)),
    ...(await measureCheck(most)),
  ];
}

function describeGenerated({ accounts, generated }: PortalInstance, few: PortalInstance): Result[] {
  if (!generated || !few.generated) return [];
  const ratio = generated.seconds / accounts / (few.generated.seconds / few.accounts);
  const minutes = generated.seconds / secondsPerMinute;
  const what = `generate, ${accounts.toLocaleString('en-US')} accounts`;
  return [
    {
      what,
      measured: `${formatFigure(minutes)} min`,
      ratio,
      target: atMostTimes(ratio, maxTimes),
      figures: { accounts, minutes },
    },
    compareMemory(what, generated),
  ];
}

async function measureSizeOnDisk({ database }: { readonly database: DatabaseAddresses }): Promise<Result> {
  const bytes = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]?.bytes);
  });
  return {
    what: 'database on disk',
    measured: `${formatFigure(bytes / bytesPerGiB)} GiB`,
    figures: { bytes },
  };
}

/** `ops check` proves every invariant of every account. */
async function measureCheck({ settings }: PortalInstance): Promise<Result[]> {
  const run = await runOperatorCommand(['check'], settings);
  const minutes = run.seconds / secondsPerMinute;
  return [
    { what: 'check', measured: `${formatFigure(minutes)} min`, figures: { minutes } },
    compareMemory('check', run),
  ];
}
