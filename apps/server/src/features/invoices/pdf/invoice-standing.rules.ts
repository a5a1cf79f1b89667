import type { InvoiceDocument } from './invoice-document.ts';

/** What a bill asks of its customer. */
export type InvoiceStanding = 'due' | 'autopay' | 'past-due' | 'paid' | 'credit' | 'nothing';

type Facts = Pick<
  InvoiceDocument,
  'amountToPayCents' | 'autopay' | 'asOf' | 'dueOn' | 'paidOn' | 'statement'
>;

/** Money first: what is open decides, then whether it was ever owed. */
export function invoiceStanding(facts: Facts): InvoiceStanding {
  if (facts.amountToPayCents > 0) {
    if (facts.asOf > facts.dueOn) return 'past-due';
    return facts.autopay ? 'autopay' : 'due';
  }
  if (facts.statement.totalCents < 0) return 'credit';
  return facts.paidOn ? 'paid' : 'nothing';
}
