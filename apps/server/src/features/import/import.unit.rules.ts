import type { Secrets } from '../../platform/secrets.ts';
import type { Change } from './import.changes.rules.ts';
import type { Content } from './import.parse.rules.ts';
import type { KnownAccount, KnownCustomer, KnownRepository } from './import.repository.ts';
import type { StagedLine } from './import.staging.repository.ts';
import type { Writes } from './import.writes.repository.ts';

/** What every step of one import needs besides the file and the database. */
export interface RunContext {
  readonly now: Date;
  /** The business day of `now`. */
  readonly today: string;
  readonly timeZone: string;
  readonly secrets: Secrets;
  /** Cents a month of every plan in the database and the file. */
  readonly planPrices: ReadonlyMap<string, number>;
}

/** What writing a batch needs: its writes are flushed together at the end. */
export interface WriteContext extends RunContext {
  readonly writes: Writes;
  readonly known: KnownRepository;
}

/** A line that was refused when it was read. */
export type RefusedLine = Pick<StagedLine, 'line' | 'type' | 'key'>;

/** What the file says about one account. */
export interface AccountUnit {
  readonly number: string;
  readonly known: KnownAccount | undefined;
  readonly account: Change<'account'> | undefined;
  readonly methods: readonly Change<'paymentMethod'>[];
  readonly invoices: readonly Change<'invoice'>[];
  readonly payments: readonly Change<'payment'>[];
  readonly appointments: readonly Change<'appointment'>[];
  readonly refused: readonly RefusedLine[];
}

/** What the file says about one customer: written as a whole or not at all. */
export interface CustomerUnit {
  readonly number: string;
  readonly known: KnownCustomer | undefined;
  readonly customer: Change<'customer'> | undefined;
  /** The customer's last import, for accounts that come without it. */
  readonly before: Content<'customer'> | null;
  readonly refused: RefusedLine | undefined;
  readonly accounts: readonly AccountUnit[];
}
