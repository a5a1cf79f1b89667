import type { ReceiptDocument } from '../../features/receipts/pdf/receipt-document.ts';
import { sampleLetterhead } from './invoice-document.ts';

/** Returns the receipt of a completed card payment that paid one bill and left a credit. */
export function receiptDocument(changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    language: 'en',
    letterhead: sampleLetterhead,
    accountNumber: '100200300',
    holderName: 'Ana María Ruiz',
    businessName: null,
    billingAddress: ['18 Orchard Lane Apt 4B', 'Springfield, VA 22150-1832'],
    reference: '7K3MQ9TX',
    state: 'COMPLETED',
    failure: null,
    amountCents: 12_000,
    occurredOn: '2026-11-20',
    methodName: 'Visa …4242',
    appliedTo: [{ kind: 'cycle', invoiceNumber: '2026-100431', amountCents: 11_594 }],
    refunds: [],
    creditCents: 406,
    ...changes,
  };
}
