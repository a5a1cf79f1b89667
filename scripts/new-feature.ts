// `npm run new-feature WORD -- [--page] [--method=PUT]`: writes the files of a feature and what shared files need.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Method, methods } from './new-feature/feature-call.ts';
import { formatFiles } from './new-feature/format-files.ts';
import { type NewFeature, writeFeature } from './new-feature/write-feature.ts';

const usage = `npm run new-feature WORD -- [--page] [--method=${methods.join('|')}]`;
const checkout = resolve(import.meta.dirname, '..');
const result = run();
if ('refused' in result) {
  console.error(`${result.refused}\n${usage}`);
  process.exitCode = 1;
} else {
  formatFiles(checkout, [...result.created, ...result.changed]);
  print('Created', result.created);
  print('Changed', result.changed);
  console.log(result.next);
}

function run(): NewFeature {
  try {
    const { values, positionals } = parseArgs({
      options: { page: { type: 'boolean' }, method: { type: 'string', default: 'GET' } },
      allowPositionals: true,
    });
    const method = methods.find((known) => known === values.method) satisfies Method | undefined;
    if (!method) return { refused: `"${values.method}" is not a method of the contract.` };
    return writeFeature(checkout, positionals[0] ?? '', { method, withPage: values.page ?? false });
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

function print(heading: string, paths: readonly string[]): void {
  if (paths.length > 0) console.log(`${heading}:\n  ${paths.join('\n  ')}`);
}
