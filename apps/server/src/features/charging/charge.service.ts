import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { type AccountEntry, recordAudits } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Deadline } from '../../platform/deadline.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import type { ChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { insertAttempts } from '../payment-state/attempt.repository.ts';
import { crashMarginMs } from '../payment-state/inquiry.rules.ts';
import type { PaymentResult } from '../payment-state/outcome.rules.ts';
import { type PayingPortal, recordResult } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
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
  await insertAttempts(
    trx,
    submissions.map(({ payment, now }) => ({ payment, attempt: { ...unfinished, startedAt: now } })),
  );
  await recordAudits(trx, submissions.map(auditEntryOf));
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

/**
 * Charges a committed payment once and records the result, unless `takesResult` took care of it. Returns the payment in its new
 * state.
 */
export async function chargePayment(
  portal: PayingPortal,
  { payment, token, kind, networkTransaction, sendBefore, actor, client }: Charge,
  takesResult?: (result: PaymentResult) => Promise<Payment | undefined>,
): Promise<Payment> {
  const { processor, reference, amountCents } = payment;
  if (!processor || !reference) return payment;
  const result = await portal.processors[processor].charge({
    token,
    kind,
    amountCents,
    reference,
    initiator: client ? 'customer' : 'merchant',
    networkTransaction,
    sendBefore,
  });
  if ('text' in result && result.outcome !== 'declined')
    portal.log.warn({ service: processor, reason: result.text, paymentId: payment.id }, unexpectedAnswer);
  const attempt = {
    kind: 'charge',
    startedAt: payment.occurredAt,
    outcome: result.outcome,
    detail: 'text' in result ? (result.text ?? null) : null,
  } as const;
  try {
    const taken = await takesResult?.(result);
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
