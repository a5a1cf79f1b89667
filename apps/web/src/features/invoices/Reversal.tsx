import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { targetLink } from '../../ui/TextLink.tsx';
import { formatDay } from '../../ui/time.ts';
import { itemName } from '../balance/item-name.ts';

/** Says that a bill was reversed, and leads to what took its place. */
export function Reversal({ invoice: { reversed_on, replaced_by } }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation();
  if (!reversed_on) return null;
  return (
    <>
      <p>{t('invoices.detail.reversed', { day: formatDay(reversed_on, i18n.language) })}</p>
      {replaced_by && (
        <p>
          <Link
            to="/billing/invoices/$invoiceId"
            params={{ invoiceId: replaced_by.id }}
            replace
            className={targetLink}
          >
            {t('invoices.detail.successor', {
              name: itemName(t, { number: replaced_by.invoice_num, kind: replaced_by.kind }),
            })}
          </Link>
        </p>
      )}
    </>
  );
}
