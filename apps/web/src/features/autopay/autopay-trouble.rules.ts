import type { BillingRefresh } from '@myaccount/contract/home';
import { isExpired } from '../payment-methods/method-name.ts';

/** What keeps autopay from collecting: a charge that failed or came back, or a card that expires before the next one. */
export type AutopayTrouble = 'failed' | 'expires';

/** Returns what the customer has to see to so that autopay can collect; null when there is nothing to do. */
export function autopayTroubleOf({
  autopay,
  nextCharge,
}: Pick<BillingRefresh, 'autopay' | 'nextCharge'>): AutopayTrouble | null {
  if (!autopay) return null;
  if (autopay.problem) return 'failed';
  const isTooLate = nextCharge && isExpired(autopay.payment_method.expiration_date, nextCharge.date);
  return isTooLate ? 'expires' : null;
}
