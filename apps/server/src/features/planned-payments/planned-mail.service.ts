import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@myaccount/contract/audit-actions';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { updatePayment } from '../payment-state/change-payment.repository.ts';
import type { PaymentMailName } from '../payment-state/outcome.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { queuePaymentMail } from '../payment-state/payment-mail.service.ts';
import { isAutomatic } from '../payment-state/payment-state.rules.ts';
import type { PlanEnd } from './planned-payments.rules.ts';

/** Something that happened to a planned payment. */
export interface PlanEvent {
  readonly payment: Payment;
  readonly event: 'planned' | 'changed' | PlanEnd;
  /** As it was before it was changed. */
  readonly before?: Payment;
  /** `login:ID` or `system`. */
  readonly actor: string;
  readonly client?: Client;
  readonly now: Date;
}

const actionOfEvent: Readonly<Partial<Record<PlanEvent['event'], AuditAction>>> = {
  planned: 'payments.planned',
  changed: 'payments.plan-changed',
};
const mailOfEvent: Readonly<Partial<Record<PlanEvent['event'], PaymentMailName>>> = {
  planned: 'payment-planned',
  changed: 'payment-changed',
  customer: 'payment-cancelled',
  'nothing-open': 'payment-not-needed',
  'method-not-usable': 'payment-not-made',
  missed: 'payment-missed',
};

/** Stores a locked planned payment as CANCELLED, with audit and mail. */
export async function cancelPlan(
  trx: Trx,
  portal: Portal,
  plan: PlanEvent & { readonly event: PlanEnd },
): Promise<void> {
  const payment = await updatePayment(trx, plan.payment, { state: 'CANCELLED', state_at: plan.now });
  await announcePlan(trx, portal, { ...plan, payment });
}

/** Writes an event of a planned payment to the audit trail and its mail to the outbox, in the transaction that makes it true. */
export async function announcePlan(trx: Trx, portal: Portal, planEvent: PlanEvent): Promise<void> {
  const { payment, event, before, actor, client, now } = planEvent;
  const action = actionOfEvent[event];
  const { id, accountId, amountCents, plannedFor } = payment;
  const changed = before && { methodId: payment.method.id, before: [before.plannedFor, before.method.id] };
  await recordAudit(trx, {
    at: now,
    accountId,
    actor,
    action: action ?? 'payments.cancelled',
    detail: { paymentId: id, amountCents, plannedFor, ...(!action && { cause: event }), ...changed },
    ...(client && { client }),
  });
  const template = mailOfEvent[event];
  // A charge of autopay that is not needed any more was never announced as a planned payment.
  if (!template || (event === 'nothing-open' && isAutomatic(payment))) return;
  await queuePaymentMail(trx, portal, {
    template,
    payment,
    day: plannedFor ?? payment.occurredOn,
    amountDueCents: null,
    correlationId: client?.correlationId ?? null,
    ...(before && { event: randomUUID() }),
  });
}
