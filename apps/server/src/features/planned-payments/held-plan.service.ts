import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  listPayments,
  lockPayment,
  type Payment,
  type PaymentKey,
} from '../payment-state/payment.repository.ts';
import { queuePaymentMail, type StopLink } from '../payment-state/payment-mail.service.ts';
import { cancelPlan } from './planned-mail.service.ts';

/** Returns a payment while it is planned; undefined once it was charged or cancelled. */
export async function findPlan(db: Database, key: PaymentKey): Promise<Payment | undefined> {
  const [payment] = await listPayments(db, [key]);
  return payment?.state === 'PLANNED' ? payment : undefined;
}

/** Queues the mail that announces a planned payment that waits for it. Returns the mails' ids; none without an address. */
export async function announceHeldPlan(
  trx: Trx,
  portal: Portal,
  { payment, stop }: { readonly payment: Payment; readonly stop: StopLink },
): Promise<string[]> {
  const day = payment.plannedFor ?? payment.occurredOn;
  const mail = { template: 'payment-upcoming', payment, day, stop } as const;
  return await queuePaymentMail(trx, portal, { ...mail, amountDueCents: null, correlationId: null });
}

/** Cancels a planned payment as its customer does, with audit and mail. Returns false if it is planned no more. */
export async function stopPlan(
  trx: Trx,
  portal: Portal,
  { key, actor, client }: { readonly key: PaymentKey; readonly actor: string; readonly client: Client },
): Promise<boolean> {
  const { payment, now } = await lockPayment(trx, portal, key);
  if (payment.state !== 'PLANNED') return false;
  await cancelPlan(trx, portal, { payment, event: 'customer', actor, client, now });
  return true;
}
