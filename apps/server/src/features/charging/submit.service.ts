import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { type AccountEntry, recordAudits } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Deadline } from '../../platform/deadline.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { type ChargedMethod, findChargedMethod } from '../payment-methods/charged-method.repository.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import { insertAttempts } from '../payment-state/attempt.repository.ts';
import { crashMarginMs } from '../payment-state/inquiry.rules.ts';
import type { PaymentContext } from '../payment-state/outcome.service.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { type PayableMethod, type UnusableReason, unusableReason } from './charge.rules.ts';

/** A payment that is committed as SUBMITTING and may be charged. */
export interface SubmittedPayment {
  readonly payment: Payment;
  readonly token: string;
  readonly kind: ChargeKind;
  /** The card network's number of the customer's own first charge; null if there is none. */
  readonly networkTransaction: string | null;
  readonly sendBefore: Deadline;
}

/** How a payment came to be submitted. */
export interface ChargeSubmission {
  /** Stored as SUBMITTING. */
  readonly payment: Payment;
  readonly method: ChargedMethod;
  /** `login:ID` with the client, or `system`. */
  readonly actor: string;
  readonly client?: Client;
  /** The database's time. */
  readonly now: Date;
  readonly sendBefore: Deadline;
  /** What a planned payment promised; the charge can be less. */
  readonly plannedCents?: number;
}

/**
 * Writes the attempt and the audit entry of a payment that becomes SUBMITTING, in the transaction that stores it. Returns
 * what `chargePayment` charges when that transaction has committed.
 */
export async function submitPayment(
  trx: Trx,
  portal: Portal,
  submission: ChargeSubmission,
): Promise<SubmittedPayment> {
  await writeSubmissions(trx, [submission]);
  return submittedOf(portal, submission);
}

/** Does for at least one payment what {@link submitPayment} does for one. */
export async function submitPayments(
  trx: Trx,
  portal: Portal,
  submissions: readonly ChargeSubmission[],
): Promise<SubmittedPayment[]> {
  await writeSubmissions(trx, submissions);
  return submissions.map((submission) => submittedOf(portal, submission));
}

async function writeSubmissions(trx: Trx, submissions: readonly ChargeSubmission[]): Promise<void> {
  const unfinished = { kind: 'charge', finishedAt: null, outcome: null, detail: null } as const;
  await insertAttempts(
    trx,
    submissions.map(({ payment, now }) => ({ payment, attempt: { ...unfinished, startedAt: now } })),
  );
  await recordAudits(trx, submissions.map(auditEntryOf));
}

function auditEntryOf({ payment, actor, client, now, plannedCents }: ChargeSubmission): AccountEntry {
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

function submittedOf(portal: Portal, { payment, method, sendBefore }: ChargeSubmission): SubmittedPayment {
  const { networkTransaction } = method;
  const token = openToken(portal, method.token);
  return { payment, token, kind: kindOf(method), networkTransaction, sendBefore };
}

/** Returns when reconciliation looks for the result of a charge that starts now, if nobody records it. */
export function reconcileAfter(now: Date, { config }: Portal): Date {
  return new Date(now.getTime() + config.processorTimeoutMs + crashMarginMs);
}

/** Returns what is charged: a card or a bank account. */
export function kindOf(method: ChargedMethod): ChargeKind {
  return isBankAccount(method) ? 'bank' : 'card';
}

/** Returns what validation needs to know of a method. */
export function payableMethodOf({ processors }: PaymentContext, method: ChargedMethod): PayableMethod {
  const { expiresOn, isRemoved, isValid, processor } = method;
  const { supportedKinds } = processors[processor];
  return { kind: kindOf(method), expiresOn, isRemoved, isValid, supportedKinds };
}

/** Returns a saved method, or why it cannot be charged on a day; undefined if the account never had it. */
export async function findUsableMethod(
  trx: Trx,
  context: PaymentContext,
  { accountId, methodId, today }: { accountId: string; methodId: string; today: string },
): Promise<{ method: ChargedMethod } | { reason: UnusableReason } | undefined> {
  const method = await findChargedMethod(trx, accountId, methodId);
  if (!method) return undefined;
  const reason = reasonNotToCharge(context, method, today);
  return reason ? { reason } : { method };
}

/** Returns why a saved method cannot be charged on a day; undefined if it can. */
export function reasonNotToCharge(
  context: PaymentContext,
  method: ChargedMethod,
  today: string,
): UnusableReason | undefined {
  return unusableReason(payableMethodOf(context, method), today);
}
