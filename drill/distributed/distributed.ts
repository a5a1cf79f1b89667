import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVitest } from '../../scripts/test/run-vitest.ts';
import { type DrillPart, type DrillResult, resultOf, when } from '../part.ts';
import { distributedTests } from '../partitions/partitions.ts';

// On a Citus cluster that is given: DISTRIBUTED_URL is the superuser's address of its coordinator, whose workers are added, and
// DISTRIBUTED_CONTROL a program that is called with `stop`, `start`, `pause`, or `resume` and HOST:PORT of a node, and returns once that is done.

const cluster = process.env.DISTRIBUTED_URL;
const control = process.env.DISTRIBUTED_CONTROL;

/** What a test writes to MEASURE_FILE: a figure, or a sentence of figures, by what was measured. */
type Measured = Readonly<Record<string, number | string>>;

const runOnCluster = async (title: string, tests: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  await runVitest(title, ['--project=node', ...tests], { DISTRIBUTED_URL: cluster, ...environment });

async function requireCluster(run: () => Promise<DrillResult>): Promise<DrillResult> {
  if (!cluster || !control)
    return {
      counts: {},
      failures: ['Set DISTRIBUTED_URL and DISTRIBUTED_CONTROL (docs/operations.md, “Growing”)'],
    };
  return await run();
}

/** Runs a test that measures. */
async function measure(
  title: string,
  test: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly measured: Measured; readonly failures: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'myaccount-measure-'));
  const file = join(folder, 'measured.json');
  try {
    const options = ['--project=node', `drill/distributed/${test}`];
    const { failures } = resultOf(await runVitest(title, options, { ...environment, MEASURE_FILE: file }));
    return { measured: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a database holds whose tables are on the workers of a cluster. */
export const distributed: readonly DrillPart[] = [
  {
    name: 'tests',
    proves:
      'the tests of distribution, of paying once, of the import, of visits, and of every check pass on a cluster',
    run: () =>
      requireCluster(async () => resultOf(await runOnCluster('Tests on a cluster', distributedTests))),
  },
  {
    name: 'rights',
    proves:
      'the application may do no more on a worker than on one PostgreSQL, what does not fit is refused, and a later migration is placed',
    run: () =>
      requireCluster(async () =>
        resultOf(await runOnCluster('Rights', ['drill/distributed/rights', 'drill/distributed/refusals'])),
      ),
  },
  {
    name: 'away',
    proves: 'a worker that is away costs its own customers alone, and they are told so soon',
    run: () =>
      requireCluster(async () =>
        resultOf(await runOnCluster('A worker is away', ['drill/distributed/away'])),
      ),
  },
  {
    name: 'kills',
    proves:
      'while workers and the coordinator are killed, what the processor charged is what the portal booked',
    run: () => requireCluster(async () => resultOf(await runOnCluster('Kills', ['drill/distributed/kills']))),
  },
  {
    name: 'minute',
    proves: 'under load, a worker that is away for a minute leaves the others what they had',
    run: () =>
      requireCluster(async () => {
        const { measured, failures } = await measure('A minute', 'minute', { DISTRIBUTED_URL: cluster });
        return { counts: measured, failures };
      }),
  },
  {
    name: 'ratios',
    proves: 'what the cluster costs against one PostgreSQL on the same cores',
    run: () =>
      requireCluster(async () => {
        const one = await measure('One PostgreSQL', 'measure', { DISTRIBUTED_URL: '' });
        const many = await measure('Cluster', 'measure', { DISTRIBUTED_URL: cluster });
        const counts = Object.entries(one.measured).map(([name, ms]) => {
          const ratio = Number(many.measured[name]) / Number(ms);
          return [`of ${name}: ${ms} ms, ${many.measured[name]} ms`, ratio.toFixed(2)] as const;
        });
        const nothing = when(counts.length === 0, 'nothing was measured');
        return {
          counts: Object.fromEntries(counts),
          failures: [...one.failures, ...many.failures, ...nothing],
        };
      }),
  },
];
