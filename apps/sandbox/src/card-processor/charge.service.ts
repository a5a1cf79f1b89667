import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import { chooseOutcome } from '../magic-values.ts';
import { type Outcome, ordinaryOutcome } from '../outcome.ts';
import type { Charge, ChargeStore } from './charge.store.ts';
import { daysAfter } from './charge.ts';
import { readToken } from './stored-method.ts';

export interface ChargeContext extends ChargeStore {
  readonly clock: Clock;
  readonly bankSettlesAfterDays: number;
}

/** One charge request, from either protocol, or a refund of an earlier charge. */
export type ChargeRequest = Pick<Charge, 'processor' | 'token' | 'amountCents' | 'reference' | 'orderId'> &
  Partial<Pick<Charge, 'refundOf'>>;

/** The outcome of a charge request, and the charge if one was stored. */
export interface ChargeResult {
  readonly outcome: Outcome;
  readonly charge?: Charge;
}

const cardSettlesAfterDays = 1;

/** Charges as the amount or token selects. The charge is committed when this returns. */
export function makeCharge(context: ChargeContext, request: ChargeRequest): ChargeResult {
  return context.inTransaction(() => {
    const outcome = outcomeOf(context, request);
    recordAttempt(context, request, outcome.keyword);
    if (outcome.response !== 'refused' && outcome.charged === 'nothing') return { outcome };
    const charge = buildCharge(context, request, outcome);
    context.charges.insert(charge);
    return { outcome, charge };
  });
}

/** Records an attempt to charge: a charge request with its outcome, or a repeat of one that was already charged. */
export function recordAttempt(
  { attempts, clock }: ChargeContext,
  { orderId: _, refundOf: __, ...request }: ChargeRequest,
  outcome: string,
): void {
  attempts.insert({ ...request, outcome, at: clock.now().toISOString() });
}

/** The outcome of a charge of this method, or of its verification. */
export function outcomeOf(context: ChargeContext, request: ChargeRequest): Outcome {
  const { processor, token, reference } = request;
  const outcome = chooseOutcome(token, request.amountCents);
  const hasBankOutcome = outcome.bank !== undefined && readToken(token).kind === 'bank';
  if (hasBankOutcome) return { ...ordinaryOutcome, keyword: outcome.keyword, bank: outcome.bank };
  const wasSent = reference !== null && context.attempts.find({ processor, reference }) !== undefined;
  return outcome.firstAttemptOnly && wasSent ? ordinaryOutcome : outcome;
}

/** A charge as it is stored. */
export function buildCharge(context: ChargeContext, request: ChargeRequest, outcome: Outcome): Charge {
  const now = context.clock.now();
  const { kind } = readToken(request.token);
  const settlesAfterDays =
    kind === 'card' ? cardSettlesAfterDays : (outcome.bank?.settlesAfterDays ?? context.bankSettlesAfterDays);
  const returnsAfterDays = kind === 'bank' ? outcome.bank?.returnsAfterDays : undefined;
  const refusal = outcome.refusal ?? null;
  const isRefund = request.refundOf !== undefined;
  return {
    ...request,
    refundOf: request.refundOf ?? null,
    id: request.processor === 'transafe' ? newTtid() : newTxRefNum(),
    kind,
    requestedCents: request.amountCents,
    amountCents: chargedCents(request.amountCents, outcome),
    refusal,
    outcome: outcome.keyword,
    at: now.toISOString(),
    settlesAt: refusal || isRefund ? null : daysAfter(now, settlesAfterDays),
    returnsAt: returnsAfterDays === undefined ? null : daysAfter(now, returnsAfterDays),
    returnCode: returnsAfterDays === undefined ? null : (outcome.bank?.returnCode ?? null),
    voidedAt: null,
  };
}

function chargedCents(requestedCents: number, outcome: Outcome): number {
  if (outcome.charged === 'nothing') return 0;
  return outcome.charged === 'half' ? Math.max(1, Math.floor(requestedCents / 2)) : requestedCents;
}

/** A TranSafe transaction number: eighteen digits. */
function newTtid(): string {
  const half = () => String(randomInt(1_000_000_000)).padStart(9, '0');
  return `${half()}${half()}`;
}

/** An Orbital transaction reference: forty hexadecimal digits. */
function newTxRefNum(): string {
  return randomBytes(20).toString('hex').toUpperCase();
}
