import type { AppliedAmount } from '@myaccount/contract/invoices';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import layout from '../../ui/layout.module.css';
import { textLink } from '../../ui/TextLink.tsx';
import { itemName } from '../balance/item-name.ts';
import { MethodWords } from '../payment-methods/MethodWords.tsx';

/** What paid a bill or was given back, its day, and the way to the receipt or to the credit that paid. */
export function AppliedName({ row: { kind, day, payment, credit } }: { row: AppliedAmount }) {
  const { t } = useTranslation();
  return (
    <span className={layout.dots}>
      <span>{t(`invoices.applied.${kind}`)}</span> <Day day={day} />{' '}
      {payment && (
        <Link to="/payments/receipts/$paymentId" params={{ paymentId: payment.id }} className={textLink}>
          <MethodWords method={payment.payment_method} />
        </Link>
      )}
      {credit && (
        <Link
          to="/billing/invoices/$invoiceId"
          params={{ invoiceId: credit.id }}
          replace
          className={textLink}
        >
          {itemName(t, { number: credit.invoice_num, kind: credit.kind })}
        </Link>
      )}
      {!payment && !credit && <span>{t('invoices.applied.opening')}</span>}
    </span>
  );
}
