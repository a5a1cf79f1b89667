// `npm run new-feature WORD`: the files of a new feature, and what is left to do by hand.
import { resolve } from 'node:path';
import { writeFeature } from './new-feature/write-feature.ts';

const result = writeFeature(resolve(import.meta.dirname, '..'), process.argv[2] ?? '');
if ('refused' in result) {
  console.error(result.refused);
  process.exitCode = 1;
} else {
  console.log(`Made:\n  ${result.made.join('\n  ')}\n${result.next}`);
}
