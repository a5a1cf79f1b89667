import { runVitest } from '../../scripts/test/run-vitest.ts';
import { type DrillPart, resultOf } from '../part.ts';

/** Tests of what names its account, of unique numbers, and of paying once. `ops check` runs in most of them. */
export const distributedTests = [
  'architecture/distribution',
  'pay-once',
  'ops/check.test',
  'features/import',
  'features/appointments',
];
/** They put a copy of the tables in place, which a cluster restores as a whole. */
const restoreTests = ['features/charge-notices'];

/** The tests that a database has to pass whose tables are distributed by account. */
export const partitions: readonly DrillPart[] = [
  {
    name: 'tests',
    proves: 'on tables that are partitioned by account, keys are unique and each plan reads one partition',
    run: async () =>
      resultOf(
        await runVitest('Tests on partitions', ['--project=node', ...distributedTests, ...restoreTests], {
          PARTITIONED: 'true',
        }),
      ),
  },
];
