import { methodFamily } from '@myaccount/contract/payment-methods';
import type { Receipt } from '@myaccount/contract/payments';
import type { Tone } from '../../ui/StateBadge.tsx';

/** What a payment’s state means to who paid; keys of `payments.success`. */
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

/** Reads a receipt. A bank debit is on its way for days; a card that is pending is being confirmed. */
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

/** Whether the money did not stay: there is something to pay again. */
export function isOwedAgain({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'PROCESSING_ERROR' || status === 'RETURNED';
}
