import { methodFamily } from '@myaccount/contract/payment-methods';
import type { Receipt } from '@myaccount/contract/payments';
import type { Tone } from '../../ui/StateBadge.tsx';

/** What a payment’s state means to the customer; keys of `payments.success`. */
export type ReceiptState = 'paid' | 'onItsWay' | 'confirming' | 'declined' | 'returned' | 'refunded';

/** Tone of each state. */
export const receiptTones: Readonly<Record<ReceiptState, Tone>> = {
  paid: 'good',
  onItsWay: 'wait',
  confirming: 'wait',
  declined: 'bad',
  returned: 'bad',
  refunded: 'quiet',
};

/** Returns the state of a receipt. A pending bank debit is on its way for days; a pending card is being confirmed. */
export function receiptStateOf({
  status,
  payment_method,
}: Pick<Receipt, 'status' | 'payment_method'>): ReceiptState {
  switch (status) {
    case 'COMPLETED':
      return 'paid';
    case 'PENDING':
      return methodFamily(payment_method.card_type) === 'card' ? 'confirming' : 'onItsWay';
    case 'PROCESSING_ERROR':
      return 'declined';
    case 'RETURNED':
      return 'returned';
    case 'REFUNDED':
      return 'refunded';
  }
}

/** True when the payment failed or came back, so that the amount is owed again. */
export function isOwedAgain({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'PROCESSING_ERROR' || status === 'RETURNED';
}
