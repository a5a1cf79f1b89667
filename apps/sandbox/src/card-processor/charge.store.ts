import type { DatabaseSync } from 'node:sqlite';
import type { Refusal } from '../outcome.ts';
import { inTransaction } from '../sandbox-database.ts';
import { openTable, type Row, text, textOrNull, whole } from '../table.ts';

export type Processor = 'transafe' | 'orbital';

/** Instants are ISO text with a zone. */
const chargeColumns = {
  /** TranSafe's ttid or Orbital's txRefNum. */
  id: text('unique'),
  processor: text<Processor>(),
  kind: text<'card' | 'bank'>(),
  /** The caller's own number: TranSafe's ordernum, Orbital's retryTrace. */
  reference: textOrNull(),
  orderId: textOrNull(),
  token: text(),
  requestedCents: whole(),
  /** The amount that was charged. 0 when declined. */
  amountCents: whole(),
  refusal: textOrNull<Refusal>(),
  outcome: text(),
  at: text(),
  settlesAt: textOrNull(),
  returnsAt: textOrNull(),
  returnCode: textOrNull(),
  voidedAt: textOrNull(),
  /** Of a refund: the id of its charge. */
  refundOf: textOrNull(),
};

const attemptColumns = {
  processor: text<Processor>(),
  reference: textOrNull(),
  token: text(),
  amountCents: whole(),
  outcome: text(),
  at: text(),
};

/** One charge as a processor stores it. */
export type Charge = Row<typeof chargeColumns>;
/** One attempt to charge, with any outcome. */
export type Attempt = Row<typeof attemptColumns>;

export type ChargeStore = ReturnType<typeof openCharges>;

/** Charges and attempts of both processors. */
export function openCharges(database: DatabaseSync) {
  return {
    charges: openTable(database, 'charge', chargeColumns, [['processor', 'reference']]),
    attempts: openTable(database, 'attempt', attemptColumns, [['processor', 'reference']]),
    inTransaction: <Result>(work: () => Result) => inTransaction(database, work),
  };
}
