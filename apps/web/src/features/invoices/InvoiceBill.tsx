import type { OpenItem } from '@myaccount/contract/home';
import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { NextCharge } from '../autopay/AutopayState.tsx';
import { BillChangeLine } from '../balance/BillChangeLine.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { Owed, PayLink } from '../balance/Owed.tsx';
import { itemOfInvoice, stateOfItem, toPayCents } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import classes from './InvoiceBill.module.css';
import { InvoiceLines } from './InvoiceLines.tsx';

/**
 * One bill, to be read like a good one on paper (BILLING-3): its one total with its state today and Pay, then the
 * bill as it was issued, which never changes.
 */
export function InvoiceBill({ id, invoice }: { id: string; invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const item = itemOfInvoice(billing, id) ?? itemOf(id, invoice);
  const totalCents = centsOf(invoice.billing_statement.total_amount);
  return (
    <article className={classes.bill}>
      <p className={classes.brand}>{config.brand.name}</p>
      {item ? (
        <OpenBill id={id} item={item} />
      ) : (
        <Owed label={t('invoices.detail.total')} figure={totalCents}>
          <p className={layout.row}>
            <StateOfBill state="paid" />
            {invoice.paid_date && <Day day={invoice.paid_date} />}
          </p>
        </Owed>
      )}
      {invoice.change && (
        <p>
          <BillChangeLine change={invoice.change} isEarlier={billing?.billSummary.latestInvoiceId !== id} />
        </p>
      )}
      <InvoiceLines invoice={invoice} hasTotal={item !== undefined && toPayCents(item) !== totalCents} />
      <BillFacts invoice={invoice} />
    </article>
  );
}

/** An open bill whose balance cannot be loaded is due; undefined for one that is paid. */
function itemOf(id: string, invoice: InvoiceDetail): OpenItem | undefined {
  if (invoice.status === 'CLOSED') return undefined;
  const { invoice_num: label, amount_to_pay: amount, original_due_date: due_date } = invoice;
  return { invoice_id: id, label, amount, due_date, past_due: false, on_its_way: 0 };
}

/** What is to pay of an open bill, where a payment goes when others are open too, and Pay. */
function OpenBill({ id, item }: { id: string; item: OpenItem }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const cents = toPayCents(item);
  const amountOf = (dollars: number) => ({ amount: formatCents(centsOf(dollars)) });
  const isOneOfMany = billing !== undefined && billing.openItems.length > 1;
  const isCollected = billing !== undefined && nextPaymentOf(billing).kind === 'autopay';
  const pay = <PayLink cents={cents} bill={id} isCollected={isCollected} />;
  return (
    <Owed label={t('invoices.detail.amountToPay')} figure={cents} item={item} pay={cents > 0 && pay}>
      {stateOfItem(item) === 'onItsWay' && <p>{t('invoices.detail.onItsWayNote')}</p>}
      {cents > 0 && item.on_its_way > 0 && <p>{t('balance.inFlightNote', amountOf(item.on_its_way))}</p>}
      {isOneOfMany && cents > 0 && <p>{t('invoices.detail.oldestFirst', amountOf(billing.amountDue))}</p>}
      {billing && <NextCharge billing={billing} />}
    </Owed>
  );
}

/** Account, dates, and the credit that paid a part. */
function BillFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const { billing_account: account, period, paid_date: paidDate } = invoice;
  return (
    <div className={classes.facts}>
      <Facts>
        <Fact term={label('account')}>{account.external_account_num}</Fact>
        <Fact term={label('period')}>
          <Day day={period.start_date} />{' '}
          <span className={layout.figures}>
            – <Day day={period.end_date} />
          </span>
        </Fact>
        <Fact term={label('issued')}>
          <Day day={invoice.occurred_on} />
        </Fact>
        <Fact term={label('originalDue')}>
          <Day day={invoice.original_due_date} />
        </Fact>
        <Fact term={label('paid')}>{paidDate ? <Day day={paidDate} /> : t('invoices.list.notPaid')}</Fact>
        {invoice.credit_applied > 0 && (
          <Fact term={label('creditApplied')}>
            <Money cents={0 - centsOf(invoice.credit_applied)} />
          </Fact>
        )}
      </Facts>
    </div>
  );
}
