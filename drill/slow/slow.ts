import { slowTests } from '../../e2e/support/widths.ts';
import { runPlaywright } from '../../scripts/test/run-playwright.ts';
import { runVitest } from '../../scripts/test/run-vitest.ts';
import { type DrillPart, resultOf } from '../part.ts';

const projects = ['--project=desktop', '--project=phone'];

/** The tests that take too long for `npm test`. */
export const slow: readonly DrillPart[] = [
  {
    name: 'tests',
    proves: 'what `npm test` tries once holds at every step: *.slow.test.ts',
    run: async () => resultOf(await runVitest('Slow tests', ['.slow.test.'])),
  },
  {
    name: 'scenes',
    proves:
      'every scene fits and is aligned at every width, can be read in the dark, and says the same where the browser translates it',
    run: async () =>
      resultOf(
        await runPlaywright('Slow browser tests', [...projects, `--grep=${slowTests.source}`], {
          E2E_SLOW: 'true',
        }),
      ),
  },
];
