import { decimalsOf } from '../../gateways/card-processor/amounts.ts';
import type { EventCursor, PaymentEvent } from './payment-events.repository.ts';

const cursorText = /^(\d{1,20})\.(\d{1,19})$/;
/** Before the first event. */
export const firstCursor = '0.0';

/** A cursor from its text; undefined where it is none of ours. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, transaction, number] = cursorText.exec(text) ?? [];
  return transaction && number ? { transaction, number } : undefined;
}

/** A payment event as its line of the export: money as “84.99”, days and times as in the import file. */
export function exportedEvent(event: PaymentEvent) {
  return {
    type: 'paymentEvent',
    cursor: `${event.transaction}.${event.number}`,
    paymentId: event.paymentId,
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
    appliedTo:
      event.to === 'COMPLETED'
        ? event.appliedTo.map(({ invoiceNumber, cents }) => ({ invoiceNumber, amount: decimalsOf(cents) }))
        : [],
  };
}

/** What the event changes of what the customer owes: less once completed, more again once it came back. */
function balanceChangeCents({ from, to, amountCents }: PaymentEvent): number {
  if (to === 'COMPLETED') return -amountCents;
  return from === 'COMPLETED' ? amountCents : 0;
}

function signedDecimals(cents: number): string {
  return cents < 0 ? `-${decimalsOf(-cents)}` : decimalsOf(cents);
}
