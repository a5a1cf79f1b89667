import { methodFamily } from '@myaccount/contract/payment-methods';
import type { Receipt } from '@myaccount/contract/payments';
import type { AnswerState } from '../../ui/AnswerPanel.tsx';

/** What a payment’s state means to the customer; keys of `payments.success`. */
export type ReceiptState =
  | 'planned'
  | 'paid'
  | 'onItsWay'
  | 'confirming'
  | 'declined'
  | 'returned'
  | 'refunded';

/** How each state looks. */
export const receiptAnswers: Readonly<Record<ReceiptState, AnswerState>> = {
  planned: 'pending',
  paid: 'success',
  onItsWay: 'pending',
  confirming: 'working',
  declined: 'failure',
  returned: 'failure',
  refunded: 'undone',
};

/** Returns the state of a receipt. A pending bank debit is on its way for days; a pending card is being confirmed. */
export function receiptStateOf({
  status,
  payment_method,
  planned_for,
}: Pick<Receipt, 'status' | 'payment_method' | 'planned_for'>): ReceiptState {
  if (planned_for !== null) return 'planned';
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

/** True when the payment takes something off what is owed: it is booked, or it will be. */
export function isTakenOff({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'PENDING';
}
