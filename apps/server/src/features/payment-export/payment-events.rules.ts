import { decimalsOf } from '../../gateways/card-processor/amounts.ts';
import { formatCursor } from './export-cursor.rules.ts';
import type { PaymentEvent } from './payment-events.repository.ts';

/** Returns an event's line of the export: amounts like "84.99", days and times as in the import file. */
export function exportLine(event: PaymentEvent, stream: string) {
  return {
    type: 'paymentEvent',
    cursor: formatCursor({ stream, position: event.position, batch: event.batch }),
    paymentId: event.paymentId,
    paymentReference: event.paymentReference,
    accountNumber: event.accountNumber,
    status: event.to,
    previousStatus: event.from,
    amount: decimalsOf(event.amountCents),
    balanceChange: signedDecimals(balanceChangeCents(event)),
    occurredOn: event.occurredOn,
    at: event.at.toISOString(),
    recurring: event.isRecurring,
    method: { methodType: event.methodType, cardType: event.cardType, lastFour: event.lastFour },
    processor: event.processor,
    reference: event.reference,
    transaction: event.processorTransaction,
    reason: event.to === 'COMPLETED' || event.to === 'PENDING' ? null : event.failureCode,
    refund: event.refund,
    appliedTo:
      event.to === 'COMPLETED' && !event.refund
        ? event.appliedTo.map(({ invoiceNumber, cents }) => ({ invoiceNumber, amount: decimalsOf(cents) }))
        : [],
  };
}

/** Returns the change of the customer's balance: negative when completed, positive when returned or refunded. */
function balanceChangeCents({ from, to, amountCents, refund }: PaymentEvent): number {
  if (to === 'COMPLETED' && !refund) return -amountCents;
  return from === 'COMPLETED' ? amountCents : 0;
}

function signedDecimals(cents: number): string {
  return cents < 0 ? `-${decimalsOf(-cents)}` : decimalsOf(cents);
}
