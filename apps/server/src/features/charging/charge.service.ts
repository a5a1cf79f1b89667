import type { ProcessorName } from '@myaccount/contract/processors';
import type { ChargeKind, ChargeResult } from '../../gateways/card-processor/card-processor.ts';
import { type AccountEntry, recordAudits } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Deadline } from '../../platform/deadline.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PayingPortal } from '../feature.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { insertAttempts } from '../payment-state/attempt.repository.ts';
import { passOverNumber } from '../payment-state/change-payment.repository.ts';
import { crashMarginMs } from '../payment-state/inquiry.rules.ts';
import type { PaymentResult } from '../payment-state/outcome.rules.ts';
import { recordResult } from '../payment-state/outcome.service.ts';
import { lockPayment, type Payment } from '../payment-state/payment.repository.ts';
import { lookAhead } from './charge.rules.ts';
import { reconcileSoon, reconcileUnrecorded, unexpectedAnswer } from './inquiry.service.ts';
import { kindOf } from './usable-method.service.ts';

/** Who charges: `login:ID` with the client of who pressed the button, or `system`. */
interface Charger {
  readonly actor: string;
  readonly client?: Client;
}

/** How a payment came to be stored as SUBMITTING. */
export interface Submission extends Charger {
  readonly payment: Payment;
  readonly method: ChargedMethod;
  /** The database's time. */
  readonly now: Date;
  readonly sendBefore: Deadline;
  /** What a planned payment promised; the charge can be less. */
  readonly plannedCents?: number;
}

/** A payment that is stored as SUBMITTING, and is charged when that is committed. */
export interface Charge extends Charger {
  readonly payment: Payment;
  readonly token: string;
  readonly kind: ChargeKind;
  /** The card network's number of the customer's own first charge; null if there is none. */
  readonly networkTransaction: string | null;
  readonly sendBefore: Deadline;
  /** When it was first sent, where its processor was away before; null for a first try. */
  readonly sentAt?: Date | null;
}

/**
 * Writes the attempt and the audit entry of each of at least one payment that becomes SUBMITTING, in the transaction that stores
 * it. Returns what {@link chargePayment} charges when that transaction has committed.
 */
export async function submitCharges(
  trx: Trx,
  portal: Portal,
  submissions: readonly Submission[],
): Promise<Charge[]> {
  const unfinished = { kind: 'charge', finishedAt: null, outcome: null, detail: null } as const;
  const attempts = submissions.map(({ payment, now }) => ({
    payment,
    attempt: { ...unfinished, startedAt: now },
  }));
  await Promise.all([insertAttempts(trx, attempts), recordAudits(trx, submissions.map(auditEntryOf))]);
  return submissions.map(({ payment, method, actor, client, sendBefore }) => ({
    payment,
    token: openToken(portal, method.token),
    kind: kindOf(method),
    networkTransaction: method.networkTransaction,
    sendBefore,
    actor,
    ...(client && { client }),
  }));
}

/** Does for one payment what {@link submitCharges} does for several. */
export async function submitCharge(trx: Trx, portal: Portal, submission: Submission): Promise<Charge> {
  const [charge] = await submitCharges(trx, portal, [submission]);
  return charge as Charge;
}

function auditEntryOf({ payment, actor, client, now, plannedCents }: Submission): AccountEntry {
  const { id: paymentId, accountId, amountCents, reference } = payment;
  return {
    at: now,
    accountId,
    actor,
    action: 'payments.submitted',
    detail: { paymentId, amountCents, ...(plannedCents !== undefined && { plannedCents }), reference },
    ...(client && { client }),
  };
}

/** Returns when reconciliation looks for the result of a charge that starts now, if nobody records it. */
export function reconcileAfter(now: Date, { config }: Portal): Date {
  return new Date(now.getTime() + config.processorTimeoutMs + crashMarginMs);
}

/** Takes care of the result of a payment instead of recording it; returns undefined if it is to be recorded. */
export type TakesResult = (payment: Payment, result: PaymentResult) => Promise<Payment | undefined>;

/**
 * Charges a committed payment once and records the result, unless `takesResult` took care of it. Returns the payment in its new
 * state.
 */
export async function chargePayment(
  portal: PayingPortal,
  charge: Charge,
  takesResult?: TakesResult,
): Promise<Payment> {
  const { processor } = charge.payment;
  if (!processor) return charge.payment;
  const { payment, result } = await sendCharge(portal, processor, charge);
  if ('text' in result && result.outcome !== 'declined')
    portal.log.warn({ service: processor, reason: result.text, paymentId: payment.id }, unexpectedAnswer);
  const attempt = {
    kind: 'charge',
    startedAt: payment.occurredAt,
    outcome: result.outcome,
    detail: 'text' in result ? (result.text ?? null) : null,
  } as const;
  const { actor, client } = charge;
  try {
    const taken = await takesResult?.(payment, result);
    if (taken) return taken;
    const recorded = await recordResult(portal, payment, { result, attempt, actor, client });
    if (recorded.state === 'UNKNOWN') reconcileSoon(portal, payment);
    return recorded;
  } catch (error) {
    // The charge may have succeeded. The payment stays SUBMITTING until reconciliation finds its result.
    portal.log.error({ err: error, paymentId: payment.id }, 'payment result not recorded');
    reconcileUnrecorded(portal, payment);
    return payment;
  }
}

/**
 * Sends a charge. Where the processor repeats an earlier decline under its number, nothing was charged: the charge is sent with
 * the next number. Returns its result, and the payment with the number that it was sent with.
 */
async function sendCharge(
  portal: PayingPortal,
  processor: ProcessorName,
  { payment, token, kind, networkTransaction, sendBefore, client, sentAt = null }: Charge,
): Promise<{ readonly payment: Payment; readonly result: ChargeResult }> {
  let current = payment;
  for (let sent = 1; ; sent += 1) {
    const result = await portal.processors[processor].charge({
      ...{ token, kind, networkTransaction, sendBefore },
      amountCents: current.amountCents,
      reference: current.reference ?? '',
      initiator: client ? 'customer' : 'merchant',
      sentAt: sentAt ?? current.occurredAt,
      lastFour: current.method.lastFour,
      isResent: sentAt !== null,
    });
    // An earlier call may have left.
    if (result.outcome === 'unavailable' && sentAt)
      return { payment: current, result: { ...result, isSent: true } };
    const isDecline = result.outcome === 'earlier' && !result.isAccepted;
    if (!isDecline || sent === lookAhead) return { payment: current, result };
    current = await passOver(portal, current);
  }
}

/** Gives a payment that was not charged the number after its own, or after another one. */
export async function passOver(portal: PayingPortal, payment: Payment, last?: number): Promise<Payment> {
  return await portal.db.transaction().execute(async (trx) => {
    const { payment: locked } = await lockPayment(trx, portal, payment);
    return locked.state === 'SUBMITTING' ? await passOverNumber(trx, locked, last) : locked;
  });
}
