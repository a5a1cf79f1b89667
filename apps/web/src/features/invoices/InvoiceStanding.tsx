import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { ItemState } from '../balance/ItemState.tsx';
import { itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import classes from './InvoiceBill.module.css';
import { InvoiceFact } from './InvoiceFact.tsx';

interface InvoiceStandingProps {
  readonly id: string;
  readonly invoice: InvoiceDetail;
}

/** What happened to a bill since it was issued, and what is left to pay for it. */
export function InvoiceStanding({ id, invoice }: InvoiceStandingProps) {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const item = itemOfInvoice(billing, id);
  const isMoreOpen = billing?.openItems.some((other) => other.invoice_id !== id);
  const label = (name: string) => t(`invoices.detail.${name}`);
  return (
    <section aria-labelledby="bill-standing" className={classes.standing}>
      <div className={classes.standingHead}>
        <h2 id="bill-standing">{label('standing')}</h2>
        {item && <ItemState item={item} />}
      </div>
      <dl className={classes.facts}>
        <InvoiceFact term={label('paid')}>
          {invoice.paid_date ? <Day day={invoice.paid_date} /> : t('invoices.list.notPaid')}
        </InvoiceFact>
        {invoice.credit_applied > 0 && (
          <InvoiceFact term={label('creditApplied')}>
            <Money cents={centsOf(invoice.credit_applied)} />
          </InvoiceFact>
        )}
        {item && item.on_its_way > 0 && (
          <InvoiceFact term={t('balance.onItsWay')}>
            <Money cents={centsOf(item.on_its_way)} />
          </InvoiceFact>
        )}
        <InvoiceFact term={label('amountToPay')}>
          <Money cents={centsOf(invoice.amount_to_pay)} className={classes.strong ?? ''} />
        </InvoiceFact>
        {isMoreOpen && (
          <InvoiceFact term={t('balance.totalOwed')}>
            <Money cents={centsOf(billing?.balance ?? 0)} className={classes.strong ?? ''} />
          </InvoiceFact>
        )}
      </dl>
      {item && stateOfItem(item) === 'onItsWay' && <p className={classes.note}>{label('onItsWayNote')}</p>}
    </section>
  );
}
