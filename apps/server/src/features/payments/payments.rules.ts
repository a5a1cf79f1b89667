import type { ShownPaymentState } from '@myaccount/contract/payments';
import type { PaymentState } from '../../platform/database/tables.payments.ts';

/** The only moves a payment can make; table payment_move of the database holds the same list. */
export const paymentMoves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  PLANNED: ['SUBMITTING', 'CANCELLED'],
  SUBMITTING: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR', 'UNKNOWN'],
  UNKNOWN: ['COMPLETED', 'PENDING', 'PROCESSING_ERROR'],
  PENDING: ['COMPLETED', 'RETURNED', 'PROCESSING_ERROR'],
  COMPLETED: ['RETURNED', 'REFUNDED'],
  PROCESSING_ERROR: [],
  CANCELLED: [],
  RETURNED: [],
  REFUNDED: [],
};

/** Whether a payment may go from one state to the other. */
export function canMove(from: PaymentState, to: PaymentState): boolean {
  return paymentMoves[from].includes(to);
}

const shown: Readonly<Record<PaymentState, ShownPaymentState | undefined>> = {
  PLANNED: undefined,
  CANCELLED: undefined,
  SUBMITTING: 'PENDING',
  UNKNOWN: 'PENDING',
  PENDING: 'PENDING',
  COMPLETED: 'COMPLETED',
  PROCESSING_ERROR: 'PROCESSING_ERROR',
  RETURNED: 'RETURNED',
  REFUNDED: 'REFUNDED',
};

/** States of payments that are no part of the history: not made yet, or never made. */
export const hiddenStates = ['PLANNED', 'CANCELLED'] as const satisfies readonly PaymentState[];

/** A state as callers see it; throws for one that is no part of the history. */
export function shownState(state: PaymentState): ShownPaymentState {
  const found = shown[state];
  if (!found) throw new Error(`A payment that is ${state} is not shown`);
  return found;
}

/** Money of an account that is neither booked nor free. */
export interface Outstanding {
  /** Submitted, pending or being confirmed. */
  readonly inFlightCents: number;
  /** Dated ahead. */
  readonly plannedCents: number;
}

/** The balance less what is on its way or planned: what is due, or, below 0, a credit. */
export function uncoveredCents(balanceCents: number, outstanding: Outstanding): number {
  return balanceCents - outstanding.inFlightCents - outstanding.plannedCents;
}

/** An invoice with something open. */
export interface OpenInvoice {
  readonly id: string;
  readonly dueOn: string;
  readonly openCents: number;
}

/** A part of a payment that pays an invoice. */
export interface Allocation {
  readonly invoiceId: string;
  readonly amountCents: number;
  /** What the invoice still has open then. */
  readonly leftCents: number;
}

/** Spreads a payment over open invoices, the one due first before the next; what is left over is a credit. */
export function allocateOldestFirst(amountCents: number, invoices: readonly OpenInvoice[]): Allocation[] {
  const byAge = [...invoices].sort((one, other) =>
    one.dueOn === other.dueOn ? compare(one.id, other.id) : compare(one.dueOn, other.dueOn),
  );
  let leftCents = amountCents;
  return byAge.flatMap((invoice) => {
    const paidCents = Math.min(leftCents, invoice.openCents);
    if (paidCents <= 0) return [];
    leftCents -= paidCents;
    return [{ invoiceId: invoice.id, amountCents: paidCents, leftCents: invoice.openCents - paidCents }];
  });
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
