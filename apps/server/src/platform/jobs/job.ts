/** Background work. Running it twice must do no harm. */
export type Job = QueuedJob | RepeatedJob;

interface Work {
  /** Feature and verb, such as `payments.reconcile`. */
  readonly name: string;
  /** Runs one round. Ends it early when `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>;
}

/** One of several servers runs each round. */
export interface QueuedJob extends Work {
  /** Schedule in cron's five fields. */
  readonly cron: string;
}

/** Every server runs it, without the queue. It claims its own work, so no lock can outlive a server that stops. */
export interface RepeatedJob extends Work {
  /** Pause between two rounds. */
  readonly everySeconds: number;
}
