import type { InvoiceRow } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { StateOfBill } from '../balance/ItemState.tsx';

/** Paid for a closed bill, Pending for anything else (BILLING-2). */
export function InvoiceBadge({ status }: { status: InvoiceRow['status'] }) {
  const { t } = useTranslation();
  return status === 'CLOSED' ? (
    <StateOfBill state="paid" />
  ) : (
    <StateBadge tone="wait">{t('invoices.list.pending')}</StateBadge>
  );
}
