import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { BillChangeDetails } from '../balance/BillChangeLine.tsx';
import { DownloadInvoice } from '../invoices/DownloadInvoice.tsx';
import { taxesWithoutLateFees } from '../invoices/invoice-lines.rules.ts';
import classes from './LatestBillCard.module.css';
import { RecentBillsChart } from './RecentBillsChart.tsx';

type Details = BillingRefresh['billSummary']['latestInvoiceDetails'][number];

/** The latest bill as a small table that adds up, beside the bills before it, with the PDF (HOME-4); nothing before the first. */
export function LatestBillCard({ billing: { billSummary, recentBills } }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const { latestInvoiceId: id, latestInvoiceNumber: number, latestInvoiceDetails } = billSummary;
  const [details] = latestInvoiceDetails;
  if (!id || !number || !details) return null;
  return (
    <Section
      title={t('home.latestBill.title')}
      aside={<span className={classes.number}>{t('home.latestBill.number', { number })}</span>}
    >
      {details.change && <BillChangeDetails change={details.change} />}
      <div className={classes.columns}>
        <BillTable details={details} caption={t('home.latestBill.number', { number })} />
        <RecentBillsChart bills={recentBills} />
      </div>
      <div className={classes.actions} data-screen>
        <DownloadInvoice id={id} number={number} label={t('home.latestBill.download')} />
        <Link to="/billing/invoices/$invoiceId" params={{ invoiceId: id }} className={targetLink}>
          {t('home.latestBill.viewDetails')}
        </Link>
      </div>
    </Section>
  );
}

function BillTable({ details, caption }: { details: Details; caption: string }) {
  const { t } = useTranslation();
  const statement = details.billing_statement;
  const sums = [
    [t('home.latestBill.activityCharges'), centsOf(statement.activity_charges)],
    [t('home.latestBill.taxesAndFees'), taxesWithoutLateFees(statement)],
    [t('invoices.detail.lateFee'), centsOf(statement.late_fees)],
    [t('home.latestBill.balance'), centsOf(statement.balance)],
  ] as const;
  return (
    <table className={classes.table}>
      <caption className={layout.hidden}>{caption}</caption>
      <thead className={layout.hidden}>
        <tr>
          <th scope="col">{t('home.latestBill.item')}</th>
          <th scope="col">{t('home.latestBill.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {details.invoice_items.map((item) => (
          <ItemRows key={item.description} item={item} />
        ))}
        {sums.map(([label, cents]) => cents !== 0 && <Row key={label} label={label} cents={cents} />)}
      </tbody>
      <tfoot className={classes.total}>
        <Row label={t('home.latestBill.total')} cents={centsOf(statement.total_amount)} />
      </tfoot>
    </table>
  );
}

/** An item with one charge takes one row; with several, each charge has a row beneath it. */
function ItemRows({ item: { description, charges } }: { item: Details['invoice_items'][number] }) {
  const { t } = useTranslation();
  if (charges.length < 2) return <Row label={description} cents={centsOf(charges[0]?.amount ?? 0)} />;
  return (
    <>
      <Row label={description} />
      {charges.map(({ amount }, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: two charges may be alike, and none ever moves
          key={index}
          label={t(amount < 0 ? 'invoices.detail.discount' : 'home.latestBill.charge')}
          cents={centsOf(amount)}
          className={classes.charge}
        />
      ))}
    </>
  );
}

function Row({ label, cents, className }: { label: string; cents?: number; className?: string | undefined }) {
  return (
    <tr className={className}>
      <th scope="row" colSpan={cents === undefined ? 2 : 1}>
        {label}
      </th>
      {cents !== undefined && (
        <td>
          <Money cents={cents} />
        </td>
      )}
    </tr>
  );
}
