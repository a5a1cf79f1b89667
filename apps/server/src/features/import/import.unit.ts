import type { ImportType } from '@myaccount/contract/import';
import type { Secrets } from '../../platform/secrets.ts';
import type { KnownAccount, KnownCustomer } from './import.known.ts';
import type { Content } from './import.parse.ts';
import type { StagedLine } from './import.staging.ts';

/** What an import works with besides the file and the database. */
export interface ImportContext {
  readonly now: Date;
  readonly timeZone: string;
  readonly secrets: Secrets;
  /** Cents a month of every plan of the database and the file. */
  readonly planPrices: ReadonlyMap<string, number>;
}

/** A line that says something new. */
export interface Change<T extends ImportType> {
  readonly line: number;
  readonly key: string;
  readonly now: Content<T>;
  /** What its last import said; null at the first. */
  readonly before: Content<T> | null;
  readonly hash: Buffer;
}

/** A line that was refused when it was read. */
export interface RefusedLine {
  readonly line: number;
  readonly type: ImportType;
  readonly key: string;
}

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
  /** The customer as it was last imported, for accounts that come without it. */
  readonly before: Content<'customer'> | null;
  readonly refused: RefusedLine | undefined;
  readonly accounts: readonly AccountUnit[];
}

/** What the database knows, as far as grouping needs it. */
export interface UnitKnowledge {
  readonly customers: ReadonlyMap<string, KnownCustomer>;
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  before(type: ImportType, key: string): Content | null;
}

/** Groups the waiting lines of one customer by account. */
export function unitOf(number: string, lines: readonly StagedLine[], known: UnitKnowledge): CustomerUnit {
  const ofCustomer = lines.filter(({ type }) => type === 'customer');
  const numbers = new Set(
    lines.flatMap(({ type, key, owner }) =>
      type === 'customer' ? [] : [type === 'account' ? key : (owner ?? '')],
    ),
  );
  return {
    number,
    known: known.customers.get(number),
    customer: changesOf('customer', ofCustomer, known)[0],
    before: known.before('customer', number) as Content<'customer'> | null,
    refused: ofCustomer.find(({ content }) => content === null),
    accounts: [...numbers].map((account) => accountUnitOf(account, lines, known)),
  };
}

function accountUnitOf(number: string, lines: readonly StagedLine[], known: UnitKnowledge): AccountUnit {
  const mine = lines.filter(
    ({ type, key, owner }) => type !== 'customer' && (type === 'account' ? key : owner) === number,
  );
  return {
    number,
    known: known.accounts.get(number),
    account: changesOf('account', mine, known)[0],
    methods: changesOf('paymentMethod', mine, known),
    invoices: changesOf('invoice', mine, known),
    payments: changesOf('payment', mine, known),
    appointments: changesOf('appointment', mine, known),
    refused: mine.filter(({ content }) => content === null),
  };
}

function changesOf<T extends ImportType>(
  type: T,
  lines: readonly StagedLine[],
  known: UnitKnowledge,
): Change<T>[] {
  return lines.flatMap(({ line, type: itsType, key, content, hash }) =>
    itsType === type && content !== null && hash !== null
      ? [{ line, key, hash, now: JSON.parse(content), before: known.before(type, key) as Content<T> | null }]
      : [],
  );
}
