import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { importFile } from '../features/import/import.service.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { jsonReport, textReport } from './import-report.ts';
import { withOpsContext } from './ops-context.ts';
import { Progress } from './progress.ts';

/** `import FILE.jsonl [--check] [--json]` */
export const importCommand = new Command('import')
  .description('Imports plans, customers, accounts, and their history from a JSON Lines file.')
  .argument('<file>', 'JSON Lines in UTF-8, in any order; "-" reads standard input')
  .option('--check', 'dry run: validate everything, report errors, and store nothing')
  .option('--json', 'print the result, with what is refused and why, as one JSON document')
  .action(async (file: string, { check = false, json = false }: { check?: boolean; json?: boolean }) => {
    const bytes = await sizeOf(file);
    const source = file === '-' ? process.stdin : createReadStream(file);
    process.exitCode = await importWithProgress(source, { bytes, isDryRun: check, isJson: json });
  });

/** Imports a stream, shows progress, prints what is refused by cause and by line, and returns the exit code. */
export async function importWithProgress(
  source: AsyncIterable<Buffer>,
  { isDryRun, isJson = false, ...expected }: { isDryRun: boolean; isJson?: boolean } & InputSize,
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
  const report = isJson ? jsonReport() : textReport;
  const onCauses: typeof report.onCauses = (causes) => {
    progress.end();
    report.onCauses(causes);
  };
  try {
    const options = { ...report, isDryRun, onProgress, onCauses };
    const result = await withOpsContext(({ portal, pool }) =>
      importFile(counted, options, {
        ...{ ...portal.config, ...portal.config.mail, ...portal, pool },
        isBillingElsewhere: portal.config.billing !== null,
      }),
    );
    report.end(result, isDryRun);
    return result.refusedLines === 0 ? 0 : 1;
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
