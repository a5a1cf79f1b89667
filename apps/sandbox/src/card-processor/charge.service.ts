import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import { chooseOutcome } from '../magic-values.ts';
import { type Outcome, ordinaryOutcome } from '../outcome.ts';
import type { SandboxDatabase } from '../sandbox-database.ts';
import type { ChargeStore } from './charge.store.ts';
import { type Charge, daysAfter, type Processor } from './charge.ts';
import { readToken } from './stored-method.ts';

/** Dependencies that both processors share. */
export interface ChargeContext {
  readonly database: SandboxDatabase;
  readonly store: ChargeStore;
  readonly clock: Clock;
  readonly bankSettlesAfterDays: number;
}

/** One charge request, from either protocol. */
export interface ChargeRequest {
  readonly processor: Processor;
  readonly token: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly orderId: string | null;
}

/** The outcome of a charge request, and the charge if one was stored. */
export interface ChargeResult {
  readonly outcome: Outcome;
  readonly charge?: Charge;
}

const cardSettlesAfterDays = 1;

/** Charges as the amount or token selects. The charge is committed when this returns. */
export function makeCharge(context: ChargeContext, request: ChargeRequest): ChargeResult {
  return context.database.inTransaction(() => {
    const outcome = outcomeOf(context, request);
    recordAttempt(context, request, outcome.keyword);
    if (outcome.response !== 'refused' && outcome.charged === 'nothing') return { outcome };
    return { outcome, charge: context.store.insertCharge(buildCharge(context, request, outcome)) };
  });
}

/** Records a repeat of a request that was already charged. */
export function recordRepeat(context: ChargeContext, request: ChargeRequest): void {
  context.database.inTransaction(() => recordAttempt(context, request, 'repeat'));
}

function recordAttempt(context: ChargeContext, request: ChargeRequest, outcome: string): void {
  const { processor, reference, token, amountCents } = request;
  context.store.insertAttempt({
    processor,
    reference,
    token,
    amountCents,
    outcome,
    at: context.clock.now().toISOString(),
  });
}

function outcomeOf(context: ChargeContext, request: ChargeRequest): Outcome {
  const { processor, token, reference } = request;
  if (context.store.isDeletedToken(processor, token)) {
    return { ...ordinaryOutcome, keyword: 'unknown', charged: 'nothing', response: 'unknown-method' };
  }
  const outcome = chooseOutcome(token, request.amountCents);
  const hasBankOutcome = outcome.bank !== undefined && readToken(token).kind === 'bank';
  if (hasBankOutcome) return { ...ordinaryOutcome, keyword: outcome.keyword, bank: outcome.bank };
  const wasSent = reference !== null && context.store.countAttempts(processor, reference) > 0;
  return outcome.firstAttemptOnly && wasSent ? ordinaryOutcome : outcome;
}

function buildCharge(context: ChargeContext, request: ChargeRequest, outcome: Outcome) {
  const now = context.clock.now();
  const { kind } = readToken(request.token);
  const settlesAfterDays =
    kind === 'card' ? cardSettlesAfterDays : (outcome.bank?.settlesAfterDays ?? context.bankSettlesAfterDays);
  const returnsAfterDays = kind === 'bank' ? outcome.bank?.returnsAfterDays : undefined;
  const refusal = outcome.refusal ?? null;
  return {
    ...request,
    id: request.processor === 'transafe' ? newTtid() : newTxRefNum(),
    kind,
    requestedCents: request.amountCents,
    amountCents: chargedCents(request.amountCents, outcome),
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
