import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { InvoiceRow, invoicesPayments } from '@myaccount/contract/invoices';
import { centsOf } from '@myaccount/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DataList } from '../../ui/DataList.tsx';
import { Day } from '../../ui/Day.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';
import { wordOfKind } from '../balance/item-name.ts';
import classes from './BillPayments.module.css';
import { paidWordOf } from './InvoiceCells.tsx';
import { invoicePaymentsQuery } from './invoices.queries.ts';

/** The payments made to a bill, and a link to the whole bill. Payments that cannot be loaded are hidden (HOME-6). */
export function BillPayments({ invoice, onFailed }: { invoice: InvoiceRow; onFailed: () => void }) {
  const { id, invoice_num: number, kind } = invoice;
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  // Expanding the bill once more loads again what failed.
  const query = { ...invoicePaymentsQuery(accountNumber, id), retryOnMount: true };
  const { data: payments, isError } = useQuery(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a failure, whatever the callback is
  useEffect(() => {
    if (isError) onFailed();
  }, [isError]);
  return (
    <div className={classes.opened}>
      {payments ? <PaymentsTable invoice={invoice} payments={payments} /> : <Skeleton />}
      <Link
        to="/billing/invoices/$invoiceId"
        params={{ invoiceId: id }}
        className={targetLink}
        aria-label={t(`invoices.list.viewDetailsOf.${wordOfKind(kind)}`, { number })}
      >
        {t('invoices.list.viewDetails')}
      </Link>
    </div>
  );
}

type Payments = ReplyOf<typeof invoicesPayments>;

function PaymentsTable({ invoice, payments }: { invoice: InvoiceRow; payments: Payments }) {
  const { t } = useTranslation();
  if (payments.length === 0) return <p className={layout.muted}>{t('invoices.list.noPayments')}</p>;
  return (
    <DataList
      caption={t(`invoices.list.paymentsOf.${paidWordOf(invoice.kind)}`, { number: invoice.invoice_num })}
      texts="invoices.list"
      columns={[
        { key: 'method', isRowHeader: true, narrow: 'first', cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'date', narrow: 'middle', cell: ({ day }) => <Day day={day} /> },
        { key: 'amount', align: 'end', narrow: 'end', cell: ({ cents }) => <Money cents={cents} /> },
      ]}
      rows={payments.map(
        ({ payment: { id }, detail: { payment_method: method, occurred_on: day, amount } }) => {
          return {
            id,
            day,
            cents: centsOf(amount),
            name: method.nickname ?? t('payment-methods.name.payment'),
          };
        },
      )}
      rowKey={({ id }) => id}
    />
  );
}
