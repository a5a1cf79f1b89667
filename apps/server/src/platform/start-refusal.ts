import { OperatorError } from './operator-error.ts';

/** The process cannot start with these settings or this database. The message is one sentence for the operator. */
export class StartRefusal extends OperatorError {
  /** `name` is the setting to look at, `reason` what is wrong with what it names and how to fix it. */
  constructor(name: string, reason: string) {
    super(`${name}: ${reason}`);
  }
}
