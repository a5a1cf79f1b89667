import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf, Money } from '../../ui/Money.tsx';
import { InvoiceBadge } from './InvoiceBadge.tsx';
import classes from './InvoiceBill.module.css';
import { InvoiceFact } from './InvoiceFact.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { InvoiceStanding } from './InvoiceStanding.tsx';
import { taxesWithoutLateFees } from './statement.rules.ts';

interface InvoiceBillProps {
  readonly id: string;
  readonly invoice: InvoiceDetail;
}

/**
 * One bill, to be read like a good one on paper (BILLING-3): what it is, where it stands today, and, beneath, the bill
 * as it was issued, which never changes.
 */
export function InvoiceBill({ id, invoice }: InvoiceBillProps) {
  const { t } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  return (
    <article className={classes.bill}>
      <header className={classes.head}>
        <p className={classes.brand}>{config.brand.name}</p>
        <InvoiceBadge status={invoice.status} />
        <dl className={classes.facts}>
          <InvoiceFact term={label('number')}>{invoice.invoice_num}</InvoiceFact>
          <InvoiceFact term={label('account')}>{invoice.billing_account.external_account_num}</InvoiceFact>
          <InvoiceFact term={label('issued')}>
            <Day day={invoice.occurred_on} />
          </InvoiceFact>
          <InvoiceFact term={label('originalDue')}>
            <Day day={invoice.original_due_date} />
          </InvoiceFact>
          <InvoiceFact term={label('period')}>
            <Day day={invoice.period.start_date} /> – <Day day={invoice.period.end_date} />
          </InvoiceFact>
          <InvoiceFact term={t('balance.thisBill')}>
            <Money cents={centsOf(invoice.amount)} className={classes.strong ?? ''} />
          </InvoiceFact>
        </dl>
      </header>
      <InvoiceStanding id={id} invoice={invoice} />
      <div className={classes.columns}>
        <Summary invoice={invoice} />
        <InvoiceLines invoice={invoice} />
      </div>
    </article>
  );
}

/** The bill’s figures as issued; they add up to the total. */
function Summary({ invoice }: { invoice: InvoiceDetail }) {
  const { t, i18n } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const statement = invoice.billing_statement;
  const lateFeesCents = centsOf(statement.late_fees);
  return (
    <section aria-labelledby="bill-summary" className={classes.summary}>
      <h2 id="bill-summary">{label('summary')}</h2>
      <p className={classes.note}>
        {t('invoices.detail.asIssued', { day: formatDay(invoice.occurred_on, i18n.language) })}
      </p>
      <dl>
        <Sum term={label('previousBalance')} cents={centsOf(statement.balance)} />
        <Sum term={label('paymentsReceived')} cents={0 - centsOf(statement.payment_received_amount)} />
        <Sum term={label('serviceCharges')} cents={centsOf(statement.service_charges)} />
        <Sum term={label('activityCharges')} cents={centsOf(statement.activity_charges)} />
        <Sum term={label('taxesAndFees')} cents={taxesWithoutLateFees(statement)} />
        {lateFeesCents !== 0 && <Sum term={label('lateFee')} cents={lateFeesCents} />}
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
