import { canTransition } from '@myaccount/contract/payment-states';
import type { CardProcessors } from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { countEvent } from '../../platform/metric-counter.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { applyFreeCredit, getBalance, releasePayment } from '../balance/balance.service.ts';
import { bookPayment, bookReturn } from '../ledger/ledger.service.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { releaseKeys } from './make-payment.repository.ts';
import {
  type Attempt,
  changePayment,
  finishCharge,
  flagForManualReview,
  getMailRecipient,
  insertAttempt,
  lockPayment,
  type PaymentKey,
} from './payment-outcome.repository.ts';
import {
  amountMismatchReason,
  auditActionOf,
  bookedInsteadCents,
  failureOf,
  mailAfter,
  movesMoney,
  needsLateInquiry,
  neverChargedCode,
  type PaymentResult,
  stateAfter,
  unavailableCode,
} from './payment-outcome.rules.ts';
import type { Payment } from './payments.repository.ts';
import { lateInquiryMs, nextBankInquiryMs, nextUnknownInquiryMs } from './reconcile.rules.ts';

/** What the payment services work with. */
export interface PaymentContext {
  readonly portal: Portal;
  readonly processors: CardProcessors;
}

/** A result of a payment, the attempt that brought it, and who acted. */
export interface ResultRecord {
  readonly result: PaymentResult;
  readonly attempt: Attempt;
  /** `login:ID`, `operator:NAME` or `system`. */
  readonly actor: string;
  readonly client?: Client;
}

/**
 * Records a payment's result: state, ledger, invoices, audit, counter and mail in one transaction, or nothing. A
 * result that another server recorded first changes nothing. Returns the payment's current state.
 */
export async function recordResult(portal: Portal, key: PaymentKey, record: ResultRecord): Promise<Payment> {
  return await portal.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, key);
    await recordAttempt(trx, payment, record.attempt);
    const to = stateAfter(record.result);
    if (canTransition(payment.state, to)) return await transition(trx, portal, payment, record);
    const isViaPending = to === 'RETURNED' && canTransition(payment.state, 'PENDING');
    if (isViaPending) return await transitionToReturned(trx, portal, payment, record);
    if (payment.state === 'PROCESSING_ERROR' && movesMoney(record.result)) {
      await flagLateCharge(trx, portal, payment, record);
    }
    return payment;
  });
}

async function recordAttempt(trx: Trx, payment: Payment, attempt: Attempt): Promise<void> {
  if (attempt.kind === 'charge') await finishCharge(trx, payment, attempt);
  else await insertAttempt(trx, payment, attempt);
}

/** Handles a debit that was returned before its result was known: it passes through PENDING. */
async function transitionToReturned(
  trx: Trx,
  portal: Portal,
  payment: Payment,
  record: ResultRecord,
): Promise<Payment> {
  if (record.result.outcome !== 'returned') return payment;
  const { transaction, amountCents } = record.result;
  const accepted = { outcome: 'pending', transaction, amountCents } as const;
  const pending = await transition(trx, portal, payment, { ...record, result: accepted });
  return await transition(trx, portal, pending, record);
}

async function transition(trx: Trx, portal: Portal, from: Payment, record: ResultRecord): Promise<Payment> {
  const { result } = record;
  const now = portal.clock.now();
  const failure = failureOf(result);
  const bookedCents = bookedInsteadCents(result, from.amountCents);
  const payment = await changePayment(trx, from, {
    state: stateAfter(result),
    stateAt: now,
    transaction: 'transaction' in result ? result.transaction : null,
    failureCode: failure.code,
    failureText: failure.text,
    reconcileAt: nextInquiryAt(portal, from, result),
    bookedCents,
    manualReviewReason: bookedCents === null ? null : amountMismatchReason(from.amountCents, bookedCents),
  });
  await postToLedger(trx, portal, from, payment);
  if (failure.code === unavailableCode) await releaseKeys(trx, payment);
  await auditTransition(trx, portal, { from, payment, record });
  await queuePaymentMail(trx, portal, payment, record);
  return payment;
}

function nextInquiryAt({ clock, config }: Portal, from: Payment, result: PaymentResult): Date | null {
  const now = clock.now();
  const state = stateAfter(result);
  const ageMs = now.getTime() - from.occurredAt.getTime();
  const inMs = () => {
    if (state === 'UNKNOWN') return nextUnknownInquiryMs(0, ageMs, config.processorTimeoutMs);
    if (needsLateInquiry(result)) return lateInquiryMs;
    return isBankAccount(from.method) ? nextBankInquiryMs(state, ageMs) : undefined;
  };
  const waitMs = inMs();
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** Updates the ledger and the open items for a payment that was completed or returned. */
async function postToLedger(trx: Trx, portal: Portal, from: Payment, payment: Payment): Promise<void> {
  const now = portal.clock.now();
  if (payment.state === 'COMPLETED') {
    await bookPayment(trx, payment, { occurredOn: payment.occurredOn, at: now });
    await applyFreeCredit(trx, payment.accountId, now);
  }
  if (payment.state === 'RETURNED' && from.state === 'COMPLETED') {
    await bookReturn(trx, payment, { occurredOn: dayOf(now, portal.config.timeZone), at: now });
    await releasePayment(trx, payment, now);
  }
}

interface Transition {
  readonly from: Payment;
  readonly payment: Payment;
  readonly record: ResultRecord;
}

async function auditTransition(
  trx: Trx,
  portal: Portal,
  { from, payment, record }: Transition,
): Promise<void> {
  const { id, accountId, amountCents, state, reference, transaction, failureCode } = payment;
  const now = portal.clock.now();
  await recordAudit(trx, {
    at: now,
    accountId,
    actor: record.actor,
    action: auditActionOf(state),
    // The key askedCents is stored data: entries keep it.
    detail: { paymentId: id, amountCents, askedCents: from.amountCents, reference, transaction, failureCode },
    client: record.client,
  });
  const isFirstResult = from.state === 'SUBMITTING' || from.state === 'UNKNOWN';
  if (isFirstResult && state !== 'UNKNOWN') {
    await countEvent(trx, state === 'PROCESSING_ERROR' ? 'payment.failure' : 'payment.success', now);
  }
}

async function queuePaymentMail(
  trx: Trx,
  portal: Portal,
  payment: Payment,
  { result, client }: ResultRecord,
): Promise<void> {
  const template = mailAfter(result);
  if (!template) return;
  const recipient = await getMailRecipient(trx, payment);
  if (!recipient.emailAddress) return;
  const { method, amountCents, occurredOn, failureCode } = payment;
  await queueMail(trx, portal, {
    eventKey: `${template}:${payment.id}`,
    accountId: payment.accountId,
    recipient: recipient.emailAddress,
    template,
    language: recipient.language,
    correlationId: client?.correlationId ?? null,
    payload: {
      amountCents,
      day: occurredOn,
      accountEnding: recipient.accountNumber.slice(-4),
      cardType: method.cardType,
      lastFour: method.lastFour,
      reason: failureCode,
      amountDueCents: result.outcome === 'returned' ? await amountDueCents(trx, portal, payment) : null,
    },
  });
}

async function amountDueCents(trx: Trx, { clock, config }: Portal, payment: Payment): Promise<number> {
  const balance = await getBalance(trx, payment.accountId, dayOf(clock.now(), config.timeZone));
  return balance.amountDueCents;
}

/** Flags a charge that appears after its payment failed. Only an operator can correct it. */
async function flagLateCharge(
  trx: Trx,
  portal: Portal,
  payment: Payment,
  { result }: ResultRecord,
): Promise<void> {
  const transaction = 'transaction' in result ? result.transaction : null;
  const isNeverCharged = payment.failureCode === neverChargedCode;
  const was = isNeverCharged ? 'not found' : 'declined or refused';
  const reason = `charged after all as ${transaction}, although it was ${was} before`;
  portal.log.error({ paymentId: payment.id, transaction }, 'a failed payment was charged');
  await flagForManualReview(trx, payment, reason);
}
