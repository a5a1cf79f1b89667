import type { InvoiceDetail } from '@myaccount/contract/invoices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { InvoiceBadge } from './InvoiceBadge.tsx';
import classes from './InvoiceBill.module.css';
import { InvoiceLines } from './InvoiceLines.tsx';

/** One bill, to be read like a good one on paper: summary left, lines right, the total once and large (BILLING-3). */
export function InvoiceBill({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`invoices.detail.${name}`);
  const statement = invoice.billing_statement;
  return (
    <article className={classes.bill}>
      <header className={classes.facts}>
        <p className={classes.brand}>{config.brand.name}</p>
        <InvoiceBadge status={invoice.status} />
        <dl>
          <Fact term={label('number')}>{invoice.invoice_num}</Fact>
          <Fact term={label('account')}>{invoice.billing_account.external_account_num}</Fact>
          <Fact term={label('issued')}>
            <Day day={invoice.occurred_on} />
          </Fact>
          <Fact term={label('originalDue')}>
            <Day day={invoice.original_due_date} />
          </Fact>
          <Fact term={label('paid')}>
            {invoice.paid_date ? <Day day={invoice.paid_date} /> : t('invoices.list.notPaid')}
          </Fact>
          <Fact term={label('period')}>
            <Day day={invoice.period.start_date} /> – <Day day={invoice.period.end_date} />
          </Fact>
          <Fact term={label('amount')}>
            <Money cents={centsOf(invoice.amount)} />
          </Fact>
          <Fact term={label('amountToPay')}>
            <Money cents={centsOf(invoice.amount_to_pay)} className={classes.strong ?? ''} />
          </Fact>
        </dl>
      </header>
      <div className={classes.columns}>
        <section aria-labelledby="bill-summary" className={classes.summary}>
          <h2 id="bill-summary">{label('summary')}</h2>
          <dl>
            <Sum term={label('previousBalance')} dollars={statement.balance} />
            <Sum term={label('paymentsReceived')} dollars={-statement.payment_received_amount} />
            <Sum term={label('serviceCharges')} dollars={statement.service_charges} />
            <Sum term={label('activityCharges')} dollars={statement.activity_charges} />
            <Sum term={label('taxesAndFees')} dollars={statement.taxes_and_fees} />
            <Sum term={label('currentCharges')} dollars={statement.total_current_charges} isSubtotal />
            <div className={classes.total}>
              <dt>{label('total')}</dt>
              <dd>
                <Money cents={centsOf(statement.total_amount)} />
              </dd>
            </div>
          </dl>
        </section>
        <InvoiceLines invoice={invoice} />
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sum({ term, dollars, isSubtotal }: { term: string; dollars: number; isSubtotal?: boolean }) {
  return (
    <div data-subtotal={isSubtotal}>
      <dt>{term}</dt>
      <dd>
        <Money cents={centsOf(dollars)} />
      </dd>
    </div>
  );
}
