import { isBeingConfirmed } from '@myaccount/contract/payment-methods';
import type { Receipt } from '@myaccount/contract/payments';
import type { AnswerState } from '../../ui/AnswerPanel.tsx';

/** What a payment’s state means to the customer, and how it looks; keys of `payments.success`. */
export const receiptAnswers = {
  planned: 'pending',
  paid: 'success',
  onItsWay: 'pending',
  confirming: 'working',
  declined: 'failure',
  returned: 'failure',
  refunded: 'undone',
} as const satisfies Record<string, AnswerState>;

type ReceiptState = keyof typeof receiptAnswers;
type StateFacts = Pick<Receipt, 'status' | 'payment_method'> & Partial<Pick<Receipt, 'planned_for'>>;

const settledStates = {
  COMPLETED: 'paid',
  PROCESSING_ERROR: 'declined',
  RETURNED: 'returned',
  REFUNDED: 'refunded',
} as const satisfies Record<Exclude<Receipt['status'], 'PENDING'>, ReceiptState>;

/** Returns the state of a receipt, or of a row of the history. */
export function receiptStateOf({ status, payment_method, planned_for }: StateFacts): ReceiptState {
  if (planned_for) return 'planned';
  if (status !== 'PENDING') return settledStates[status];
  return isBeingConfirmed(status, payment_method.card_type) ? 'confirming' : 'onItsWay';
}

/** True when the payment failed or came back, so that the amount is owed again. */
export function isOwedAgain({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'PROCESSING_ERROR' || status === 'RETURNED';
}

/** True when the payment takes something off what is owed: it is booked, or it will be. */
export function isTakenOff({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'PENDING';
}
