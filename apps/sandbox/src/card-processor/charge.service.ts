import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import { chooseOutcome } from '../magic-values.ts';
import { type Outcome, ordinaryOutcome } from '../outcome.ts';
import type { SandboxDatabase } from '../sandbox-database.ts';
import type { ChargeStore } from './charge.store.ts';
import { type Charge, daysAfter, type Processor } from './charge.ts';
import { readToken } from './stored-method.ts';

/** What both processors work with. */
export interface ChargeContext {
  readonly database: SandboxDatabase;
  readonly store: ChargeStore;
  readonly clock: Clock;
  readonly bankSettlesAfterDays: number;
}

/** A charge that somebody asks for. */
export interface ChargeRequest {
  readonly processor: Processor;
  readonly token: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly orderId: string | null;
}

/** What became of an order: how it is answered and, where something was written down, the charge. */
export interface ChargeResult {
  readonly outcome: Outcome;
  readonly charge?: Charge;
}

const cardSettlesAfterDays = 1;

/** Takes a charge as its amount or token says; what it books is committed when this returns. */
export function makeCharge(context: ChargeContext, order: ChargeRequest): ChargeResult {
  return context.database.inTransaction(() => {
    const outcome = outcomeOf(context, order);
    recordAttempt(context, order, outcome.keyword);
    if (outcome.response !== 'refused' && outcome.charged === 'nothing') return { outcome };
    return { outcome, charge: context.store.insertCharge(buildCharge(context, order, outcome)) };
  });
}

/** Writes down that an order came in again which had been taken before. */
export function recordRepeat(context: ChargeContext, order: ChargeRequest): void {
  context.database.inTransaction(() => recordAttempt(context, order, 'repeat'));
}

function recordAttempt(context: ChargeContext, order: ChargeRequest, outcome: string): void {
  const { processor, reference, token, amountCents } = order;
  context.store.insertAttempt({
    processor,
    reference,
    token,
    amountCents,
    outcome,
    at: context.clock.now().toISOString(),
  });
}

function outcomeOf(context: ChargeContext, order: ChargeRequest): Outcome {
  const { processor, token, reference } = order;
  if (context.store.isDeletedToken(processor, token)) {
    return { ...ordinaryOutcome, keyword: 'unknown', charged: 'nothing', response: 'unknown-method' };
  }
  const outcome = chooseOutcome(token, order.amountCents);
  const hasBankOutcome = outcome.bank !== undefined && readToken(token).kind === 'bank';
  if (hasBankOutcome) return { ...ordinaryOutcome, keyword: outcome.keyword, bank: outcome.bank };
  const wasSent = reference !== null && context.store.countAttempts(processor, reference) > 0;
  return outcome.firstAttemptOnly && wasSent ? ordinaryOutcome : outcome;
}

function buildCharge(context: ChargeContext, order: ChargeRequest, outcome: Outcome) {
  const now = context.clock.now();
  const { kind } = readToken(order.token);
  const settlesAfterDays =
    kind === 'card' ? cardSettlesAfterDays : (outcome.bank?.settlesAfterDays ?? context.bankSettlesAfterDays);
  const returnsAfterDays = kind === 'bank' ? outcome.bank?.returnsAfterDays : undefined;
  const refusal = outcome.refusal ?? null;
  return {
    ...order,
    id: order.processor === 'transafe' ? newTtid() : newTxRefNum(),
    kind,
    requestedCents: order.amountCents,
    amountCents: chargedCents(order.amountCents, outcome),
    refusal,
    outcome: outcome.keyword,
    at: now.toISOString(),
    settlesAt: refusal ? null : daysAfter(now, settlesAfterDays),
    returnsAt: returnsAfterDays === undefined ? null : daysAfter(now, returnsAfterDays),
    returnCode: returnsAfterDays === undefined ? null : (outcome.bank?.returnCode ?? null),
  };
}

function chargedCents(requestedCents: number, outcome: Outcome): number {
  if (outcome.charged === 'nothing') return 0;
  return outcome.charged === 'half' ? Math.max(1, Math.floor(requestedCents / 2)) : requestedCents;
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
