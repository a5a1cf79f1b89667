import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PlannedMailName } from '../payment-state/outcome.rules.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { queuePaymentMail } from '../payment-state/payment-mail.service.ts';
import { isAutomatic } from '../payment-state/payment-state.rules.ts';
import type { PlanEnd } from './planned-payments.rules.ts';

/** Something that happened to a planned payment. */
export interface PlanEvent {
  readonly payment: Payment;
  readonly event: 'planned' | PlanEnd;
  /** `login:ID` or `system`. */
  readonly actor: string;
  readonly client?: Client;
  readonly now: Date;
}

const mailOfEvent: Readonly<Partial<Record<PlanEvent['event'], PlannedMailName>>> = {
  planned: 'payment-planned',
  customer: 'payment-cancelled',
  'nothing-open': 'payment-not-needed',
  'method-not-usable': 'payment-not-made',
  missed: 'payment-missed',
};

/** Writes an event of a planned payment to the audit trail and its mail to the outbox, in the transaction that makes it true. */
export async function announcePlan(trx: Trx, portal: Portal, planEvent: PlanEvent): Promise<void> {
  const { payment, event, actor, client, now } = planEvent;
  const { id, accountId, amountCents, plannedFor } = payment;
  await recordAudit(trx, {
    at: now,
    accountId,
    actor,
    action: event === 'planned' ? 'payments.planned' : 'payments.cancelled',
    detail: { paymentId: id, amountCents, plannedFor, ...(event !== 'planned' && { cause: event }) },
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
  });
}
