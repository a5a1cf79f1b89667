import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { type ImportResult, importFile } from '../features/import/import.service.ts';
import type { LineRefusal } from '../features/import/parse/import.parse.rules.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { withOpsContext } from './ops-context.ts';
import { Progress } from './progress.ts';

/** `import FILE.jsonl [--check]` */
export const importCommand = new Command('import')
  .description('Imports plans, customers, accounts, and their history from a JSON Lines file.')
  .argument('<file>', 'JSON Lines in UTF-8, in any order; "-" reads standard input')
  .option('--check', 'dry run: validate everything, report errors, and store nothing')
  .action(async (file: string, { check = false }: { check?: boolean }) => {
    const bytes = await sizeOf(file);
    const source = file === '-' ? process.stdin : createReadStream(file);
    process.exitCode = await importWithProgress(source, { bytes, isDryRun: check });
  });

/** Imports a stream, shows progress, prints refused lines, and returns the exit code. */
export async function importWithProgress(
  source: AsyncIterable<Buffer>,
  { isDryRun, ...expected }: { readonly isDryRun: boolean } & InputSize,
): Promise<number> {
  const progress = new Progress('lines');
  const { counted, bytesRead } = countBytes(source);
  let linesRead = 0;
  progress.begin('Reading', expected.bytes ?? expected.expectedLines);
  const onProgress = (phase: 'reading' | 'sorting' | 'writing', lines: number) => {
    if (phase === 'reading') {
      linesRead = lines;
      progress.at(expected.bytes === undefined ? lines : bytesRead(), lines);
    } else if (phase === 'sorting') progress.begin(isDryRun ? 'Checking' : 'Writing', linesRead);
    else progress.at(lines, lines);
  };
  const onRefusal = ({ line, field, reason }: LineRefusal) => {
    progress.end();
    console.error(`line ${line}: ${field}: ${reason}`);
  };
  try {
    const options = { isDryRun, onProgress, onRefusal };
    const result = await withOpsContext(({ portal, pool }) =>
      importFile(counted, options, { ...portal.config, ...portal.config.mail, ...portal, pool }),
    );
    progress.end();
    return printSummary(result, isDryRun);
  } finally {
    progress.end();
  }
}

/** Size of the input: its bytes if known, otherwise an estimate of its lines. */
type InputSize =
  | { readonly bytes: number; readonly expectedLines?: undefined }
  | { readonly bytes?: undefined; readonly expectedLines: number };

function countBytes(source: AsyncIterable<Buffer>) {
  let bytes = 0;
  const counted = (async function* () {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  })();
  return { counted, bytesRead: () => bytes };
}

function printSummary({ lines, refusedLines }: ImportResult, isDryRun: boolean): number {
  const count = (number: number) => number.toLocaleString('en-US');
  const what = isDryRun ? 'Dry run, nothing stored' : 'Imported';
  console.log(`${what}: ${count(lines)} lines, ${count(refusedLines)} refused.`);
  return refusedLines === 0 ? 0 : 1;
}

async function sizeOf(file: string): Promise<number> {
  if (file === '-') return 0;
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // Reported below, like a folder.
  }
  throw new OperatorError(`${file} is not a readable file`);
}
