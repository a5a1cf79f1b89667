/** Background work. Running it twice must do no harm. */
export interface Job {
  /** Feature and verb, such as `payments.reconcile`. */
  readonly name: string;
  /** Schedule in cron's five fields. */
  readonly cron: string;
  run(): Promise<void>;
}
