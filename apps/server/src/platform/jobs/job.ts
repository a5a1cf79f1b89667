/** Background work. Running it twice must do no harm. */
export interface Job {
  /** Feature and verb, such as `payments.reconcile`. */
  readonly name: string;
  /** Pause between two rounds. */
  readonly everySeconds: number;
  /** One of several servers runs each round. Otherwise every server runs it, and it claims its own work. */
  readonly onOneServer?: true;
  /** Runs one round. Ends it early when `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>;
}
