import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { InvoiceRow, invoicesPayments } from '@myaccount/contract/invoices';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import classes from './InvoiceList.module.css';
import { invoicePaymentsQuery } from './invoices.queries.ts';

type Payments = ReplyOf<typeof invoicesPayments>;

interface InvoicePaymentsProps {
  readonly invoice: InvoiceRow;
  readonly onFailed: () => void;
}

/** The payments made to a bill, and a link to the whole bill. Payments that cannot be loaded are hidden (HOME-6). */
export function InvoicePayments({ invoice, onFailed }: InvoicePaymentsProps) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  // Expanding the bill once more loads again what failed.
  const query = { ...invoicePaymentsQuery(accountNumber, invoice.id), retryOnMount: true };
  const { data: payments, isError } = useQuery(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a failure, whatever the callback is
  useEffect(() => {
    if (isError) onFailed();
  }, [isError]);
  const number = invoice.invoice_num;
  return (
    <div className={classes.opened}>
      {payments ? <PaymentRows number={number} payments={payments} /> : <Skeleton />}
      <Link
        to="/billing/invoices/$invoiceId"
        params={{ invoiceId: invoice.id }}
        className={classes.link}
        aria-label={t('invoices.list.viewDetailsOf', { number })}
      >
        {t('invoices.list.viewDetails')}
      </Link>
    </div>
  );
}

function PaymentRows({ number, payments }: { number: string; payments: Payments }) {
  const { t } = useTranslation();
  if (payments.length === 0) return <p className={classes.none}>{t('invoices.list.noPayments')}</p>;
  return (
    <table className={classes.payments}>
      <caption className={classes.caption}>{t('invoices.list.paymentsOf', { number })}</caption>
      <thead className={classes.caption}>
        <tr>
          <th scope="col">{t('invoices.list.method')}</th>
          <th scope="col">{t('invoices.list.date')}</th>
          <th scope="col">{t('invoices.list.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ payment, detail }) => (
          <tr key={payment.id}>
            <th scope="row">
              <bdi>{detail.payment_method.nickname ?? t('payment-methods.name.payment')}</bdi>
            </th>
            <td>
              <Day day={detail.occurred_on} />
            </td>
            <td>
              <Money cents={centsOf(detail.amount)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
