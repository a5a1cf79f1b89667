import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { centsOf } from '../../ui/Money.tsx';

type Statement = Pick<InvoiceDetail['billing_statement'], 'taxes_and_fees' | 'late_fees'>;

/** Returns the cents of taxes and fees; late fees, which the API counts among them, are a line of their own. */
export function taxesWithoutLateFees({ taxes_and_fees, late_fees }: Statement): number {
  return centsOf(taxes_and_fees) - centsOf(late_fees);
}
