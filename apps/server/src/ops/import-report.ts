import type { ImportOptions, ImportResult } from '../features/import/import.service.ts';

/** Prints what an import refused, by cause and then by line, and its result. */
interface ImportReport extends Required<Pick<ImportOptions, 'onCauses' | 'onRefusal'>> {
  readonly end: (result: ImportResult, isDryRun: boolean) => void;
}

const count = (number: number) => number.toLocaleString('en-US');

/** For people: the result on standard output, what is refused on standard error. */
export const textReport: ImportReport = {
  onCauses: (causes) => {
    if (causes.length > 0) console.error('Refused lines by cause:');
    for (const { type, field, reason, lines, firstLine } of causes)
      console.error(
        `${count(lines).padStart(9)}  ${type ?? 'unknown'}: ${field}: ${reason} (first: line ${firstLine})`,
      );
  },
  onRefusal: ({ line, field, reason }) => console.error(`line ${line}: ${field}: ${reason}`),
  end: ({ lines, refusedLines }, isDryRun) => {
    const what = isDryRun ? 'Dry run, nothing stored' : 'Imported';
    console.log(`${what}: ${count(lines)} lines, ${count(refusedLines)} refused.`);
  },
};

/** For programs: one JSON document on standard output, written as the refusals come. */
export function jsonReport(): ImportReport {
  let separator = '';
  return {
    onCauses: (causes) => void process.stdout.write(`{"causes":${JSON.stringify(causes)},"refusals":[`),
    onRefusal: (refusal) => {
      process.stdout.write(`${separator}\n${JSON.stringify(refusal)}`);
      separator = ',';
    },
    end: (result, isDryRun) => console.log(`],${JSON.stringify({ ...result, isDryRun }).slice(1)}`),
  };
}
