import type { PaymentState } from '../../platform/database/tables.payments.ts';

/** The states a payment of the file can be in. */
export type FileState = 'COMPLETED' | 'PENDING' | 'PROCESSING_ERROR' | 'RETURNED' | 'REFUNDED';

const steps: Partial<Record<PaymentState, Partial<Record<FileState, readonly FileState[]>>>> = {
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

/** The moves that bring a payment from its state to the file’s, one after the other; null where there is no way. */
export function movesTo(from: PaymentState, to: FileState): readonly FileState[] | null {
  return from === to ? [] : (steps[from]?.[to] ?? null);
}
