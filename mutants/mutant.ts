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
export interface MutantList {
  readonly seed: number;
  readonly mutants: readonly Mutant[];
}
