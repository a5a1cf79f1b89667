import { useBillingRefresh } from '../balance/balance.queries.ts';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { usePlannedPayments } from './planned-payments.queries.ts';

/** Returns whether balance, methods, or plans still load: the cards of a payment page show together, so that none moves. */
export function usePaymentLoading(): boolean {
  const isBillingPending = useBillingRefresh().isPending;
  const arePlansPending = usePlannedPayments().isPending;
  return usePaymentMethods().isPending || isBillingPending || arePlansPending;
}
