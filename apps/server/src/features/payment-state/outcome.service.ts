import { canTransition } from '@myaccount/contract/payment-states';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Moment } from '../../platform/database/database-time.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  applyFreeCredit,
  getBalance,
  releasePayment,
  rememberUnsettled,
} from '../balance/balance.service.ts';
import { worthOf } from '../balance/worth.rules.ts';
import { bookPayment, bookReturn } from '../ledger/ledger.service.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { recordWhatBankSaid } from '../payment-methods/payment-methods.service.ts';
import { type Attempt, finishCharge, insertAttempt } from './attempt.repository.ts';
import { changePayment, flagForManualReview } from './change-payment.repository.ts';
import { releaseKeys } from './idempotency.repository.ts';
import { lateInquiryMs, nextBankInquiryMs, nextUnknownInquiryMs } from './inquiry.rules.ts';
import {
  amountMismatchReason,
  auditActionOf,
  bookedInsteadCents,
  earlierChargeReason,
  failureOf,
  lastingReason,
  mailAfter,
  movesMoney,
  needsLateInquiry,
  neverChargedCode,
  type PaymentResult,
  releasesNumber,
  stateAfter,
  unavailableCode,
} from './outcome.rules.ts';
import { lockPayment, type Payment, type PaymentKey } from './payment.repository.ts';
import { queuePaymentMail } from './payment-mail.service.ts';
import { isAutomatic } from './payment-state.rules.ts';

/** A result of a payment, the attempt that brought it, and who acted. */
export interface ResultRecord {
  readonly result: PaymentResult;
  readonly attempt: Omit<Attempt, 'finishedAt'>;
  /** `login:ID`, `operator:NAME` or `system`. */
  readonly actor: string;
  readonly client?: Client;
  /** True when its customer had a mail about it, before the database was restored. */
  readonly isNotified?: boolean;
}

/** A result and the open transaction that records it. */
interface Recording extends ResultRecord, Moment {
  readonly trx: Trx;
  readonly portal: Portal;
}

/**
 * Records a payment's result: state, ledger, invoices, audit and mail in one transaction, or nothing. A result that
 * another server recorded first changes nothing. Returns the payment's current state.
 */
export async function recordResult(portal: Portal, key: PaymentKey, record: ResultRecord): Promise<Payment> {
  return await portal.db.transaction().execute(async (trx) => {
    const { payment: locked, ...moment } = await lockPayment(trx, portal, key);
    const recording = { ...record, trx, portal, ...moment };
    const [, payment] = await Promise.all([recordAttempt(locked, recording), applyResult(locked, recording)]);
    return payment;
  });
}

async function applyResult(from: Payment, recording: Recording): Promise<Payment> {
  const to = stateAfter(recording.result);
  if (canTransition(from.state, to) || meetsEarlier(from, recording))
    return await transition(from, recording);
  const isViaPending = to === 'RETURNED' && canTransition(from.state, 'PENDING');
  if (isViaPending) return await transitionToReturned(from, recording);
  if (from.state === 'PROCESSING_ERROR' && movesMoney(recording.result))
    await flagLateCharge(from, recording);
  return from;
}

/** Returns whether an inquiry about a payment without a result found an earlier charge in place of its own. */
function meetsEarlier(from: Payment, { result }: Recording): boolean {
  return from.state === 'UNKNOWN' && result.outcome === 'earlier';
}

async function recordAttempt(payment: Payment, { trx, attempt, now }: Recording): Promise<void> {
  const finished = { ...attempt, finishedAt: now };
  if (attempt.kind === 'charge') await finishCharge(trx, payment, finished);
  else await insertAttempt(trx, payment, finished);
}

/** Handles a debit that was returned before its result was known: it passes through PENDING. */
async function transitionToReturned(from: Payment, recording: Recording): Promise<Payment> {
  if (recording.result.outcome !== 'returned') return from;
  const { transaction, amountCents } = recording.result;
  const accepted = { outcome: 'pending', transaction, amountCents } as const;
  const pending = await transition(from, { ...recording, result: accepted });
  return await transition(pending, recording);
}

async function transition(from: Payment, recording: Recording): Promise<Payment> {
  const { trx, result, now, today } = recording;
  const failure = failureOf(result);
  const otherCents = bookedInsteadCents(result, from.amountCents);
  const to = stateAfter(result);
  // While its money still counts as on its way.
  if (to === 'RETURNED' && from.state === 'PENDING') await rememberUnsettled(trx, from.accountId, today);
  const payment = await changePayment(trx, from, {
    state: to,
    stateAt: now,
    transaction: 'transaction' in result ? result.transaction : null,
    transactionIndex: ('transactionIndex' in result && result.transactionIndex) || null,
    failureCode: failure.code,
    failureText: failure.text,
    reconcileAt: nextInquiryAt(from, recording),
    // What the ledger has stays.
    bookedCents: from.state === 'COMPLETED' ? null : otherCents,
    manualReviewReason: reviewReasonOf(from, result),
    releasesNumber: releasesNumber(result),
  });
  await postToLedger(from, payment, recording);
  await recordWhatBankSaid(trx, payment, result);
  if (failure.code === unavailableCode) await releaseKeys(trx, payment);
  await Promise.all([
    auditTransition(from, payment, recording),
    !recording.isNotified && mailResult(payment, recording),
  ]);
  return payment;
}

function reviewReasonOf(from: Payment, result: PaymentResult): string | null {
  if (result.outcome === 'earlier') return earlierChargeReason(result.text);
  const otherCents = bookedInsteadCents(result, from.amountCents);
  if (otherCents !== null) return amountMismatchReason(from.amountCents, otherCents);
  return lastingReason(from.manualReviewReason, stateAfter(result));
}

/** A payment that met an earlier charge is not asked about any more, whatever its result: the answers are of that charge. */
function nextInquiryAt(from: Payment, { portal, result, now }: Recording): Date | null {
  const state = stateAfter(result);
  const ageMs = now.getTime() - from.occurredAt.getTime();
  const inMs = () => {
    if (result.outcome === 'earlier') return undefined;
    if (state === 'UNKNOWN') return nextUnknownInquiryMs(0, ageMs, portal.config.processorTimeoutMs);
    const isHeld = from.state === 'UNKNOWN' && from.reconcileAt === null;
    if (needsLateInquiry(result)) return isHeld ? undefined : lateInquiryMs;
    return isBankAccount(from.method) ? nextBankInquiryMs(state, ageMs) : undefined;
  };
  const waitMs = inMs();
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** Updates the ledger and the open items for a payment that was completed or returned. */
async function postToLedger(from: Payment, payment: Payment, { trx, now, today }: Recording): Promise<void> {
  if (payment.state === 'COMPLETED') {
    await Promise.all([
      bookPayment(trx, payment, { occurredOn: payment.occurredOn, at: now }),
      applyFreeCredit(trx, payment.accountId, now),
    ]);
  }
  if (payment.state === 'RETURNED' && from.state === 'COMPLETED') {
    await bookReturn(trx, { ...payment, amountCents: worthOf(from) }, { occurredOn: today, at: now });
    await releasePayment(trx, payment, { today, at: now });
  }
}

async function auditTransition(
  from: Payment,
  payment: Payment,
  { trx, now, actor, client }: Recording,
): Promise<void> {
  const { id, accountId, amountCents, state, reference, transaction, failureCode } = payment;
  await recordAudit(trx, {
    at: now,
    accountId,
    actor,
    action: auditActionOf(state),
    // The key askedCents is stored data: entries keep it. The metrics page counts first results by from.
    detail: {
      paymentId: id,
      from: from.state,
      amountCents,
      askedCents: from.amountCents,
      reference,
      transaction,
      failureCode,
    },
    client,
  });
}

async function mailResult(
  payment: Payment,
  { trx, portal, result, client, today }: Recording,
): Promise<void> {
  const template = mailAfter(result, payment.plannedFor !== null);
  // Autopay tells of its own failures, with the day of its next attempt.
  if (!template || (template === 'payment-failed' && isAutomatic(payment))) return;
  const isReturned = result.outcome === 'returned';
  await queuePaymentMail(trx, portal, {
    template,
    payment,
    day: payment.occurredOn,
    amountDueCents: isReturned ? (await getBalance(trx, payment.accountId, today)).amountDueCents : null,
    returnedOn: isReturned ? today : undefined,
    correlationId: client?.correlationId ?? null,
  });
}

/** Flags a charge that appears after its payment failed. Only an operator can correct it. */
async function flagLateCharge(payment: Payment, { trx, portal, result }: Recording): Promise<void> {
  const transaction = 'transaction' in result ? result.transaction : null;
  const isNeverCharged = payment.failureCode === neverChargedCode;
  const was = isNeverCharged ? 'not found' : 'declined or refused';
  const reason = `charged after all as ${transaction}, although it was ${was} before`;
  portal.log.error({ paymentId: payment.id, transaction }, 'a failed payment was charged');
  await flagForManualReview(trx, payment, reason);
}
