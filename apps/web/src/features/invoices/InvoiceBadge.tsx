import type { InvoiceRow } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/StateBadge.tsx';

/** Paid for a closed bill, Pending for anything else (BILLING-2). */
export function InvoiceBadge({ status }: { status: InvoiceRow['status'] }) {
  const { t } = useTranslation();
  return status === 'CLOSED' ? (
    <StateBadge tone="good">{t('invoices.list.paid')}</StateBadge>
  ) : (
    <StateBadge tone="wait">{t('invoices.list.pending')}</StateBadge>
  );
}
