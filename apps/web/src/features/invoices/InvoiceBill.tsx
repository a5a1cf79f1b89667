import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { Fact } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { formatDay } from '../../ui/time.ts';
import { NextCharge } from '../autopay/AutopayState.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { BillChangeLine } from '../balance/BillChangeLine.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import { StateOfBill } from '../balance/StateOfBill.tsx';
import classes from './InvoiceBill.module.css';
import { InvoiceLines } from './InvoiceLines.tsx';
import { taxesWithoutLateFees } from './invoice-lines.rules.ts';

/**
 * One bill, to be read like a good one on paper (BILLING-3): where it stands today, with Pay, and, beneath, the bill as
 * it was issued, which never changes.
 */
export function InvoiceBill({ id, invoice }: { id: string; invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const item = itemOfInvoice(billing, id);
  return (
    <article className={classes.bill}>
      <p className={classes.brand}>{config.brand.name}</p>
      {billing && item ? (
        <OpenStanding id={id} billing={billing} />
      ) : (
        <Section title={t('invoices.detail.standing')}>
          <Settled invoice={invoice} />
        </Section>
      )}
      {invoice.change && (
        <p>
          {invoice.change.causes.length > 0 && <strong>{t('invoices.detail.whatChanged')} </strong>}
          <BillChangeLine change={invoice.change} isEarlier={billing?.billSummary.latestInvoiceId !== id} />
        </p>
      )}
      <Facts id={id} invoice={invoice} />
      <div className={classes.columns}>
        <Summary invoice={invoice} />
        <InvoiceLines invoice={invoice} />
      </div>
    </article>
  );
}

/** Where an open bill stands today: what is owed with it, and Pay. */
function OpenStanding({ id, billing }: { id: string; billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isOneOfMany = billing.openItems.length > 1;
  const isAllOnItsWay = nextPaymentOf(billing).kind === 'onItsWay';
  const amountToPay = isOneOfMany ? 'balance.totalOwed' : 'invoices.detail.amountToPay';
  return (
    <Section title={t(`invoices.detail.${isOneOfMany ? 'standingAll' : 'standing'}`)}>
      <AmountOwed
        billing={billing}
        label={t(isAllOnItsWay ? 'balance.onItsWay' : amountToPay)}
        shownInvoiceId={id}
      >
        {isAllOnItsWay && <p className={layout.small}>{t('invoices.detail.onItsWayNote')}</p>}
        <NextCharge billing={billing} />
      </AmountOwed>
    </Section>
  );
}

/** A bill that nothing is open of, or whose balance cannot be loaded. */
function Settled({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  if (invoice.status !== 'CLOSED') {
    return (
      <p className={layout.row}>
        {t('invoices.detail.amountToPay')} <Money cents={centsOf(invoice.amount_to_pay)} />
      </p>
    );
  }
  return (
    <p className={layout.row}>
      <StateOfBill state="paid" />
      <span className={layout.dots}>
        {invoice.paid_date && <Day day={invoice.paid_date} />} <span>{t('invoices.detail.nothingLeft')}</span>
      </span>
    </p>
  );
}

/** Number, account, dates, and amounts. */
function Facts({ id, invoice }: { id: string; invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const item = itemOfInvoice(billing, id);
  const isOnItsWay = item !== undefined && stateOfItem(item) === 'onItsWay';
  // The standing above says what is to pay for the only bill.
  const hasAmountToPay = !isOnItsWay && !(item && billing?.openItems.length === 1);
  const notPaid = t(isOnItsWay ? 'balance.onItsWay' : 'invoices.list.notPaid');
  const label = (name: string) => t(`invoices.detail.${name}`);
  const toPayCents = centsOf(invoice.amount_to_pay);
  return (
    <dl className={classes.facts}>
      <Fact term={label('number')}>{invoice.invoice_num}</Fact>
      <Fact term={label('account')}>{invoice.billing_account.external_account_num}</Fact>
      <Fact term={label('period')}>
        <Day day={invoice.period.start_date} /> – <Day day={invoice.period.end_date} />
      </Fact>
      <Fact term={label('issued')}>
        <Day day={invoice.occurred_on} />
      </Fact>
      <Fact term={label('originalDue')}>
        <Day day={invoice.original_due_date} />
      </Fact>
      <Fact term={label('paid')}>{invoice.paid_date ? <Day day={invoice.paid_date} /> : notPaid}</Fact>
      <Fact term={t('invoices.list.amount')}>
        <strong>
          <Money cents={centsOf(invoice.amount)} />
        </strong>
      </Fact>
      {invoice.credit_applied > 0 && (
        <Fact term={label('creditApplied')}>
          <Money cents={0 - centsOf(invoice.credit_applied)} />
        </Fact>
      )}
      {hasAmountToPay && (
        <Fact term={label('amountToPay')}>
          {toPayCents === 0 ? (
            label('nothingToPay')
          ) : (
            <strong>
              <Money cents={toPayCents} />
            </strong>
          )}
        </Fact>
      )}
    </dl>
  );
}

/** The bill’s figures as issued; they add up to the total. */
function Summary({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const statement = invoice.billing_statement;
  const sums: [name: string, cents: number, rank?: 'subtotal' | 'total'][] = [
    ['previousBalance', centsOf(statement.balance)],
    ['paymentsReceived', 0 - centsOf(statement.payment_received_amount)],
    ['serviceCharges', centsOf(statement.service_charges)],
    ['activityCharges', centsOf(statement.activity_charges)],
    ['taxesAndFees', taxesWithoutLateFees(statement)],
    ['lateFee', centsOf(statement.late_fees)],
    ['currentCharges', centsOf(statement.total_current_charges), 'subtotal'],
    ['total', centsOf(statement.total_amount), 'total'],
  ];
  const shown = sums.filter(([, cents, rank]) => cents !== 0 || rank);
  return (
    <section aria-labelledby="bill-summary">
      <h2 id="bill-summary">{label('summary')}</h2>
      <p className={layout.small}>
        {t('invoices.detail.asIssued', { day: formatDay(invoice.occurred_on, i18n.language) })}
      </p>
      <dl className={classes.sums}>
        {shown.map(([name, cents, rank]) => (
          <div key={name} data-rank={rank}>
            <dt>{label(name)}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
