import type { CardProcessors } from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { countEvent } from '../../platform/metric-counter.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { applyFreeCredit, releasePayment } from '../balance/balance.service.ts';
import { bookPayment, bookReturn } from '../ledger/ledger.service.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { freeKeys } from './make-payment.repository.ts';
import {
  type Attempt,
  changePayment,
  finishCharge,
  getPayer,
  insertAttempt,
  lockPayment,
  type PaymentKey,
  tellPerson,
} from './payment-outcome.repository.ts';
import {
  auditActionOf,
  failureOf,
  isTaken,
  mailAfter,
  neverChargedCode,
  otherAmountCents,
  otherAmountNote,
  type PaymentResult,
  stateAfter,
  unavailableCode,
} from './payment-outcome.rules.ts';
import type { Payment } from './payments.repository.ts';
import { canMove } from './payments.rules.ts';
import { askBankAgainMs, askUnknownAgainMs, lateLookMs } from './reconcile.rules.ts';

/** What paying works with besides the portal. */
export interface PaymentParts {
  readonly portal: Portal;
  readonly processors: CardProcessors;
}

/** What was learnt about a payment, how, and for whom. */
export interface Learnt {
  readonly result: PaymentResult;
  readonly attempt: Attempt;
  /** `login:ID` or `system`. */
  readonly actor: string;
  readonly client?: Client;
}

/**
 * Records what became of a payment: state, ledger, invoices, audit, counter and mail in one transaction, or nothing.
 * A result that somebody else recorded meanwhile changes nothing. Gives the payment as it stands then.
 */
export async function recordResult(portal: Portal, key: PaymentKey, learnt: Learnt): Promise<Payment> {
  return await portal.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, key);
    await noteAttempt(trx, payment, learnt.attempt);
    const to = stateAfter(learnt.result);
    if (canMove(payment.state, to)) return await move(trx, portal, payment, learnt);
    const isDetour = to === 'RETURNED' && canMove(payment.state, 'PENDING');
    if (isDetour) return await moveToReturned(trx, portal, payment, learnt);
    if (payment.state === 'PROCESSING_ERROR' && isTaken(learnt.result)) {
      await reportLateCharge(trx, portal, payment, learnt);
    }
    return payment;
  });
}

async function noteAttempt(trx: Trx, payment: Payment, attempt: Attempt): Promise<void> {
  if (attempt.kind === 'charge') await finishCharge(trx, payment, attempt);
  else await insertAttempt(trx, payment, attempt);
}

/** A debit that had come back before anybody learnt that it was made: it was pending in between. */
async function moveToReturned(trx: Trx, portal: Portal, payment: Payment, learnt: Learnt): Promise<Payment> {
  if (learnt.result.outcome !== 'returned') return payment;
  const { transaction, amountCents } = learnt.result;
  const taken = { outcome: 'pending', transaction, amountCents } as const;
  const pending = await move(trx, portal, payment, { ...learnt, result: taken });
  return await move(trx, portal, pending, learnt);
}

async function move(trx: Trx, portal: Portal, from: Payment, learnt: Learnt): Promise<Payment> {
  const { result } = learnt;
  const now = portal.clock.now();
  const failure = failureOf(result);
  const bookedCents = otherAmountCents(result, from.amountCents);
  const payment = await changePayment(trx, from, {
    state: stateAfter(result),
    stateAt: now,
    transaction: 'transaction' in result ? result.transaction : null,
    failureCode: failure.code,
    failureText: failure.text,
    reconcileAt: askAgainAt(from, result, now),
    bookedCents,
    needsPerson: bookedCents === null ? null : otherAmountNote(from.amountCents, bookedCents),
  });
  await book(trx, portal, from, payment);
  if (failure.code === unavailableCode) await freeKeys(trx, payment);
  await tell(trx, portal, { from, payment, learnt });
  return payment;
}

function askAgainAt(from: Payment, result: PaymentResult, now: Date): Date | null {
  const state = stateAfter(result);
  const ageMs = now.getTime() - from.occurredAt.getTime();
  const inMs = () => {
    if (state === 'UNKNOWN') return askUnknownAgainMs(0, ageMs);
    if (result.outcome === 'never-charged') return lateLookMs;
    return isBankAccount(from.method) ? askBankAgainMs(state, ageMs) : undefined;
  };
  const waitMs = inMs();
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** The ledger and the open items follow a payment that was completed or came back. */
async function book(trx: Trx, portal: Portal, from: Payment, payment: Payment): Promise<void> {
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

interface Told {
  readonly from: Payment;
  readonly payment: Payment;
  readonly learnt: Learnt;
}

async function tell(trx: Trx, portal: Portal, { from, payment, learnt }: Told): Promise<void> {
  const { id, accountId, amountCents, state, reference, transaction, failureCode } = payment;
  const now = portal.clock.now();
  await recordAudit(trx, {
    at: now,
    accountId,
    actor: learnt.actor,
    action: auditActionOf(state),
    detail: { paymentId: id, amountCents, askedCents: from.amountCents, reference, transaction, failureCode },
    client: learnt.client,
  });
  const isFirstResult = from.state === 'SUBMITTING' || from.state === 'UNKNOWN';
  if (isFirstResult && state !== 'UNKNOWN') {
    await countEvent(trx, state === 'PROCESSING_ERROR' ? 'payment.failure' : 'payment.success', now);
  }
  await writeMail(trx, portal, payment, learnt.result);
}

async function writeMail(trx: Trx, portal: Portal, payment: Payment, result: PaymentResult): Promise<void> {
  const template = mailAfter(result);
  if (!template) return;
  const payer = await getPayer(trx, payment);
  if (!payer.emailAddress) return;
  const { method, amountCents, occurredOn, failureCode } = payment;
  await queueMail(trx, portal, {
    eventKey: `${template}:${payment.id}`,
    accountId: payment.accountId,
    recipient: payer.emailAddress,
    template,
    language: payer.language,
    payload: {
      amountCents,
      day: occurredOn,
      accountEnding: payer.accountNumber.slice(-4),
      cardType: method.cardType,
      lastFour: method.lastFour,
      reason: failureCode,
    },
  });
}

/** A charge that turns up after it was written off: money of the customer that only a person can put right. */
async function reportLateCharge(
  trx: Trx,
  portal: Portal,
  payment: Payment,
  { result }: Learnt,
): Promise<void> {
  const transaction = 'transaction' in result ? result.transaction : null;
  const isNeverCharged = payment.failureCode === neverChargedCode;
  const why = `charged after all as ${transaction}, though it was ${isNeverCharged ? 'not found before' : 'refused'}`;
  portal.log.error({ paymentId: payment.id, transaction }, 'a payment that had failed was charged');
  await tellPerson(trx, payment, why);
}
