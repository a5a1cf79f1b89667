import { runVitest } from '../../scripts/test/run-vitest.ts';
import type { DrillPart } from '../part.ts';

/** The tests that take too long for `npm test`. */
export const slow: readonly DrillPart[] = [
  {
    name: 'tests',
    proves: 'what `npm test` tries once holds at every step: *.slow.test.ts',
    run: async () => {
      const { passed, failed } = await runVitest('Slow tests', ['.slow.test.']);
      return { counts: { passed, failed }, failures: failed > 0 ? [`${failed} tests failed`] : [] };
    },
  },
];
