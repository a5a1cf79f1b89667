import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf, Money } from '../../ui/Money.tsx';
import { BillChangeLine } from '../balance/BillChangeLine.tsx';
import { itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import classes from './InvoiceBill.module.css';
import { InvoiceFact } from './InvoiceFact.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { InvoiceStanding } from './InvoiceStanding.tsx';
import { taxesWithoutLateFees } from './statement.rules.ts';

interface InvoiceBillProps {
  readonly id: string;
  readonly invoice: InvoiceDetail;
  /** Undefined when it cannot be loaded. */
  readonly billing: BillingRefresh | undefined;
}

/**
 * One bill, to be read like a good one on paper (BILLING-3): where it stands today, with Pay, and, beneath, the bill as
 * it was issued, which never changes.
 */
export function InvoiceBill({ id, invoice, billing }: InvoiceBillProps) {
  const { t } = useTranslation();
  const item = itemOfInvoice(billing, id);
  const isAmountAbove = item && (billing?.openItems.length === 1 || stateOfItem(item) === 'onItsWay');
  return (
    <article className={classes.bill}>
      <p className={classes.brand}>{config.brand.name}</p>
      <InvoiceStanding id={id} invoice={invoice} billing={billing} />
      {invoice.change && (
        <p className={classes.change}>
          {invoice.change.causes.length > 0 && <strong>{t('invoices.detail.whatChanged')} </strong>}
          <BillChangeLine change={invoice.change} isEarlier={billing?.billSummary.latestInvoiceId !== id} />
        </p>
      )}
      <Facts
        invoice={invoice}
        isAmountToPayShown={!isAmountAbove}
        isOnItsWay={item !== undefined && stateOfItem(item) === 'onItsWay'}
      />
      <div className={classes.columns}>
        <Summary invoice={invoice} />
        <InvoiceLines invoice={invoice} />
      </div>
    </article>
  );
}

interface FactsProps {
  readonly invoice: InvoiceDetail;
  /** False where the standing above says what is to pay for this bill. */
  readonly isAmountToPayShown: boolean;
  /** All of it is on its way. */
  readonly isOnItsWay: boolean;
}

/** Number, account, dates, and amounts. */
function Facts({ invoice, isAmountToPayShown, isOnItsWay }: FactsProps) {
  const { t } = useTranslation();
  const notPaid = t(isOnItsWay ? 'balance.onItsWay' : 'invoices.list.notPaid');
  const label = (name: string) => t(`invoices.detail.${name}`);
  return (
    <dl className={classes.facts}>
      <InvoiceFact term={label('number')}>{invoice.invoice_num}</InvoiceFact>
      <InvoiceFact term={label('account')}>{invoice.billing_account.external_account_num}</InvoiceFact>
      <InvoiceFact term={label('period')}>
        <Day day={invoice.period.start_date} /> – <Day day={invoice.period.end_date} />
      </InvoiceFact>
      <InvoiceFact term={label('issued')}>
        <Day day={invoice.occurred_on} />
      </InvoiceFact>
      <InvoiceFact term={label('originalDue')}>
        <Day day={invoice.original_due_date} />
      </InvoiceFact>
      <InvoiceFact term={label('paid')}>
        {invoice.paid_date ? <Day day={invoice.paid_date} /> : notPaid}
      </InvoiceFact>
      <InvoiceFact term={t('invoices.list.amount')}>
        <Money cents={centsOf(invoice.amount)} className={classes.strong ?? ''} />
      </InvoiceFact>
      {invoice.credit_applied > 0 && (
        <InvoiceFact term={label('creditApplied')}>
          <Money cents={0 - centsOf(invoice.credit_applied)} />
        </InvoiceFact>
      )}
      {isAmountToPayShown && (
        <InvoiceFact term={label('amountToPay')}>
          <AmountToPay cents={centsOf(invoice.amount_to_pay)} />
        </InvoiceFact>
      )}
    </dl>
  );
}

function AmountToPay({ cents }: { cents: number }) {
  const { t } = useTranslation();
  if (cents === 0) return t('invoices.detail.nothingToPay');
  return <Money cents={cents} className={classes.strong ?? ''} />;
}

/** The bill’s figures as issued; they add up to the total. */
function Summary({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const statement = invoice.billing_statement;
  const lines = [
    ['previousBalance', centsOf(statement.balance)],
    ['paymentsReceived', 0 - centsOf(statement.payment_received_amount)],
    ['serviceCharges', centsOf(statement.service_charges)],
    ['activityCharges', centsOf(statement.activity_charges)],
    ['taxesAndFees', taxesWithoutLateFees(statement)],
    ['lateFee', centsOf(statement.late_fees)],
  ] as const;
  return (
    <section aria-labelledby="bill-summary" className={classes.summary}>
      <h2 id="bill-summary">{label('summary')}</h2>
      <p className={classes.note}>
        {t('invoices.detail.asIssued', { day: formatDay(invoice.occurred_on, i18n.language) })}
      </p>
      <dl>
        {lines
          .filter(([, cents]) => cents !== 0)
          .map(([name, cents]) => (
            <Sum key={name} term={label(name)} cents={cents} />
          ))}
        <Sum term={label('currentCharges')} cents={centsOf(statement.total_current_charges)} isSubtotal />
        <div className={classes.total}>
          <dt>{label('total')}</dt>
          <dd>
            <Money cents={centsOf(statement.total_amount)} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

interface SumProps {
  readonly term: string;
  readonly cents: number;
  readonly isSubtotal?: boolean;
}

function Sum({ term, cents, isSubtotal }: SumProps) {
  return (
    <div data-subtotal={isSubtotal}>
      <dt>{term}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
