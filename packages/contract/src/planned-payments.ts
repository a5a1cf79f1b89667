import { z } from 'zod';
import { agreedConsents } from './agreed-consents.ts';
import { endpoint } from './endpoint.ts';
import { paymentMethod } from './payment-methods.ts';
import { day, opaqueId } from './text.ts';

export const plannedPayment = z.object({
  id: z.string(),
  /** Business day on which it is charged. */
  planned_for: z.string(),
  /** At most what is then open is charged. */
  amount: z.number(),
  payment_method: paymentMethod,
  created_at: z.string(),
  /** False once it was tried, where autopay made or waits for it, and after a restore. It can be cancelled all the same. */
  can_change: z.boolean(),
});
export type PlannedPayment = z.infer<typeof plannedPayment>;

/** Something owed. Both amounts are in cents. */
interface PlannableItem {
  readonly dueOn: string;
  readonly openCents: number;
  readonly onItsWayCents: number;
}

/** Returns the last day to which a payment can be dated (PAY-3); null for none. Items are in order of their due dates. */
export function lastPlanDay(openItems: readonly PlannableItem[]): string | null {
  return openItems.findLast((item) => item.onItsWayCents < item.openCents)?.dueOn ?? null;
}

export const plannedPayments = endpoint({
  operationId: 'plannedPayments',
  feature: 'payments',
  method: 'GET',
  path: '/payments/planned',
  summary: 'Payments dated ahead that are not charged yet, the next one first.',
  requirement: 'PAY-7',
  query: z.object({ billing_account_id: opaqueId }),
  reply: z.array(plannedPayment),
  problems: ['request.not-found'],
});

export const cancelPlannedPayment = endpoint({
  operationId: 'cancelPlannedPayment',
  feature: 'payments',
  method: 'POST',
  path: '/payments/planned/cancel',
  summary: 'Cancels a payment dated ahead, until it is charged. Repeated, it answers the same.',
  requirement: 'PAY-7',
  body: z.strictObject({ id: opaqueId }),
  reply: z.object({ id: z.string() }),
  problems: ['request.not-found', 'payments.already-charged'],
});

export const changePlannedPayment = endpoint({
  operationId: 'changePlannedPayment',
  feature: 'payments',
  method: 'POST',
  path: '/payments/planned/change',
  summary:
    'Changes day and method of a payment dated ahead that was never sent. Repeated, it answers the same.',
  requirement: 'PAY-12',
  body: z.strictObject({
    id: opaqueId,
    /** From today to the due date of the newest open bill. */
    payment_date: day,
    payment_method: opaqueId,
    consents: agreedConsents,
  }),
  reply: plannedPayment,
  problems: [
    'request.not-found',
    'payments.method-not-usable',
    'payments.cancelled',
    'payments.already-charged',
    'payments.not-changeable',
  ],
});
