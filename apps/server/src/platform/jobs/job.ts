/** Work that goes on without a customer waiting; running twice must do no harm. */
export interface Job {
  /** Feature’s word and verb: `payments.reconcile`. */
  readonly name: string;
  /** When it runs, in cron’s five fields. */
  readonly cron: string;
  run(): Promise<void>;
}
