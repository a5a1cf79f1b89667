import type { BillingRefresh } from '@myaccount/contract/home';
import { isExpired } from '../payment-methods/method-name.ts';

/**
 * Returns what keeps autopay from collecting, so that the customer has to see to it: a charge that failed or came back, or
 * a card that expires before the next one; null when there is nothing to do.
 */
export function autopayTroubleOf({ autopay, nextCharge }: BillingRefresh): 'failed' | 'expires' | null {
  if (!autopay) return null;
  if (autopay.problem) return 'failed';
  const isTooLate = nextCharge && isExpired(autopay.payment_method.expiration_date, nextCharge.date);
  return isTooLate ? 'expires' : null;
}
