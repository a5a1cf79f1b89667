import {
  type PaymentState,
  paymentStates,
  type ShownPaymentState,
  shownPaymentStates,
} from '@myaccount/contract/payment-states';
import { expect, test } from 'vitest';
import { movesTo } from './payment-state.rules.ts';

/** Every way there is, by state in the database and state in the file. */
const ways: Partial<Record<PaymentState, Partial<Record<ShownPaymentState, ShownPaymentState[]>>>> = {
  UNKNOWN: {
    PENDING: ['PENDING'],
    COMPLETED: ['COMPLETED'],
    PROCESSING_ERROR: ['PROCESSING_ERROR'],
    RETURNED: ['COMPLETED', 'RETURNED'],
    REFUNDED: ['COMPLETED', 'REFUNDED'],
  },
  PENDING: {
    COMPLETED: ['COMPLETED'],
    PROCESSING_ERROR: ['PROCESSING_ERROR'],
    RETURNED: ['COMPLETED', 'RETURNED'],
    REFUNDED: ['COMPLETED', 'REFUNDED'],
  },
  COMPLETED: { RETURNED: ['RETURNED'], REFUNDED: ['REFUNDED'] },
};

const pairs = paymentStates.flatMap((from) => shownPaymentStates.map((to) => [from, to] as const));

test.each(pairs)('a payment that is %s here and %s in the file', (from, to) => {
  expect(movesTo(from, to)).toEqual(from === to ? [] : (ways[from]?.[to] ?? null));
});
