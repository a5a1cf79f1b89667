import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import { chooseOutcome } from '../magic-values.ts';
import { ORDINARY, type Outcome } from '../outcome.ts';
import type { SandboxDatabase } from '../sandbox-database.ts';
import { type Charge, daysAfter, type Processor } from './charge.ts';
import type { ChargeBook } from './charge-book.ts';
import { readToken } from './stored-method.ts';

/** What both processors work with. */
export interface ChargeDesk {
  database: SandboxDatabase;
  book: ChargeBook;
  clock: Clock;
  bankSettlesAfterDays: number;
}

/** A charge that somebody asks for. */
export interface ChargeOrder {
  processor: Processor;
  token: string;
  amountCents: number;
  reference: string | null;
  orderId: string | null;
}

/** What became of an order: how it is answered and, where something was written down, the charge. */
export interface TakenCharge {
  outcome: Outcome;
  charge?: Charge;
}

const CARD_SETTLES_AFTER_DAYS = 1;

/** Takes a charge as its amount or token says; what it books is committed when this returns. */
export function takeCharge(desk: ChargeDesk, order: ChargeOrder): TakenCharge {
  return desk.database.inTransaction(() => {
    const outcome = outcomeOfOrder(desk, order);
    noteAttempt(desk, order, outcome.word);
    if (outcome.verdict !== 'refused' && outcome.books === 'nothing') return { outcome };
    return { outcome, charge: desk.book.book(chargeOfOrder(desk, order, outcome)) };
  });
}

/** Writes down that an order came in again which had been taken before. */
export function noteRepeat(desk: ChargeDesk, order: ChargeOrder): void {
  desk.database.inTransaction(() => noteAttempt(desk, order, 'repeat'));
}

function noteAttempt(desk: ChargeDesk, order: ChargeOrder, outcome: string): void {
  const { processor, reference, token, amountCents } = order;
  desk.book.noteAttempt({
    processor,
    reference,
    token,
    amountCents,
    outcome,
    at: desk.clock.now().toISOString(),
  });
}

function outcomeOfOrder(desk: ChargeDesk, order: ChargeOrder): Outcome {
  const { processor, token, reference } = order;
  if (desk.book.isDeletedToken(processor, token)) {
    return { ...ORDINARY, word: 'unknown', books: 'nothing', verdict: 'unknown-method' };
  }
  const outcome = chooseOutcome(token, order.amountCents);
  const isBankCourse = outcome.bank !== undefined && readToken(token).kind === 'bank';
  if (isBankCourse) return { ...ORDINARY, word: outcome.word, bank: outcome.bank };
  const wasSent = reference !== null && desk.book.countAttempts(processor, reference) > 0;
  return outcome.onlyFirst && wasSent ? ORDINARY : outcome;
}

function chargeOfOrder(desk: ChargeDesk, order: ChargeOrder, outcome: Outcome) {
  const now = desk.clock.now();
  const { kind } = readToken(order.token);
  const settlesAfterDays =
    kind === 'card' ? CARD_SETTLES_AFTER_DAYS : (outcome.bank?.settlesAfterDays ?? desk.bankSettlesAfterDays);
  const returnsAfterDays = kind === 'bank' ? outcome.bank?.returnsAfterDays : undefined;
  const refusal = outcome.refusal ?? null;
  return {
    ...order,
    id: order.processor === 'transafe' ? newTtid() : newTxRefNum(),
    kind,
    askedCents: order.amountCents,
    amountCents: bookedCents(order.amountCents, outcome),
    refusal,
    outcome: outcome.word,
    at: now.toISOString(),
    settlesAt: refusal ? null : daysAfter(now, settlesAfterDays),
    returnsAt: returnsAfterDays === undefined ? null : daysAfter(now, returnsAfterDays),
    returnCode: returnsAfterDays === undefined ? null : (outcome.bank?.returnCode ?? null),
  };
}

function bookedCents(askedCents: number, outcome: Outcome): number {
  if (outcome.books === 'nothing') return 0;
  return outcome.books === 'half' ? Math.max(1, Math.floor(askedCents / 2)) : askedCents;
}

/** A TranSafe transaction number: eighteen digits. */
export function newTtid(): string {
  const half = () => String(randomInt(1_000_000_000)).padStart(9, '0');
  return `${half()}${half()}`;
}

/** An Orbital transaction reference: forty hexadecimal digits. */
export function newTxRefNum(): string {
  return randomBytes(20).toString('hex').toUpperCase();
}
