import type { Probing } from './probe-charges.ts';

/** What a call came to. */
export interface Outcome {
  readonly outcome: string;
  /** Why, if it is a text. */
  readonly text?: unknown;
  /** What can be done about it although it works. */
  readonly note?: string;
}

/** A name that a service does not document: our constant, and what is sent, or has to come: a member, or the value of one. */
export type ProbeName = readonly [constant: string, passes: 'sent' | 'came', name: string, of?: string];

/**
 * A call, the outcome that shows that it works, how it is made (nothing: its service is not set up, or its option is missing), and the
 * names in it that its service does not document.
 */
export type ProbeCall = readonly [
  call: string,
  works: string,
  make: (probing: Probing) => Promise<Outcome | undefined> | '' | undefined,
  ...names: readonly ProbeName[],
];
