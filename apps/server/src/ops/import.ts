import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { Refusal } from '../features/import/import.parse.ts';
import { type ImportResult, ImportRunning, importFile } from '../features/import/import.service.ts';
import { atDesk, OpsProblem } from './desk.ts';
import { Progress } from './progress.ts';

/** `import FILE.jsonl [--check]` */
export function importCommand(): Command {
  return new Command('import')
    .description('Brings plans, customers, accounts and their history in from a file of JSON Lines.')
    .argument('<file>', 'JSON Lines, UTF-8, in any order; “-” reads standard input')
    .option('--check', 'do everything, tell what is wrong, and leave nothing behind')
    .action(async (file: string, { check = false }: { check?: boolean }) => {
      const bytes = await sizeOf(file);
      const source = file === '-' ? process.stdin : createReadStream(file);
      process.exitCode = await importWithProgress(source, { bytes, isTrial: check });
    });
}

/** Imports a stream, shows how far it is, tells what was refused; gives the exit code. */
export async function importWithProgress(
  source: AsyncIterable<Buffer>,
  { isTrial, ...expected }: { readonly isTrial: boolean } & Expected,
): Promise<number> {
  const progress = new Progress('lines');
  const { counted, bytesRead } = countBytes(source);
  let linesRead = 0;
  progress.begin('Reading', expected.bytes ?? expected.expectedLines);
  const onProgress = (phase: 'reading' | 'sorting' | 'writing', lines: number) => {
    if (phase === 'reading') {
      linesRead = lines;
      progress.at(expected.bytes === undefined ? lines : bytesRead(), lines);
    } else if (phase === 'sorting') progress.begin(isTrial ? 'Checking' : 'Writing', linesRead);
    else progress.at(lines, lines);
  };
  const onRefusal = ({ line, field, reason }: Refusal) => {
    progress.end();
    console.error(`line ${line}: ${field}: ${reason}`);
  };
  try {
    const result = await atDesk((desk) => importFile(counted, { isTrial, onProgress, onRefusal }, desk));
    progress.end();
    return conclude(result, isTrial);
  } catch (error) {
    throw error instanceof ImportRunning ? new OpsProblem(error.message) : error;
  } finally {
    progress.end();
  }
}

/** How much is to be read: bytes where they are known, else about how many lines. */
type Expected =
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

function conclude({ lines, refusedLines }: ImportResult, isTrial: boolean): number {
  const count = (number: number) => number.toLocaleString('en-US');
  const what = isTrial ? 'Checked, nothing stored' : 'Imported';
  console.log(`${what}: ${count(lines)} lines, ${count(refusedLines)} refused.`);
  return refusedLines === 0 ? 0 : 1;
}

async function sizeOf(file: string): Promise<number> {
  if (file === '-') return 0;
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // Told below, like a folder.
  }
  throw new OpsProblem(`${file} is not a file that can be read`);
}
