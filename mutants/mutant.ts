import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One place to break. The line is found by its text, which its file has once. */
export interface Mutant {
  readonly file: string;
  /** The line without its indentation. */
  readonly line: string;
  /** What replaces it. */
  readonly broken: string;
  /** Folders or files of the tests that may catch it. */
  readonly tests: readonly string[];
  /** Why no test catches it; absent when one must. */
  readonly missed?: string;
}

/** The drawn list. */
interface MutantList {
  readonly seed: number;
  readonly mutants: readonly Mutant[];
}

export const { mutants }: MutantList = JSON.parse(
  readFileSync(join(import.meta.dirname, 'mutants.json'), 'utf8'),
);

/** Returns where a file has the line of a mutant, whatever its indentation. */
export function placesOf(lines: readonly string[], line: string): number[] {
  return lines.flatMap((text, index) => (text.trim() === line ? [index] : []));
}
