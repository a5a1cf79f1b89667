import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paymentMethod } from './payment-methods.ts';
import { opaqueId } from './text.ts';

export const plannedPayment = z.object({
  id: z.string(),
  /** Business day on which it is charged. */
  planned_for: z.string(),
  /** At most what is then open is charged. */
  amount: z.number(),
  payment_method: paymentMethod,
  created_at: z.string(),
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
