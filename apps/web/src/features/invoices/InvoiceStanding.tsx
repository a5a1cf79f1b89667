import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { StateOfBill } from '../balance/ItemState.tsx';
import { itemOfInvoice, stateOfItem } from '../balance/open-items.rules.ts';
import classes from './InvoiceBill.module.css';

interface InvoiceStandingProps {
  readonly id: string;
  readonly invoice: InvoiceDetail;
  /** Undefined when it cannot be loaded. */
  readonly billing: BillingRefresh | undefined;
}

/** Where a bill stands today: what is owed with it, and Pay; or that it is paid. */
export function InvoiceStanding({ id, invoice, billing }: InvoiceStandingProps) {
  const { t } = useTranslation();
  const item = itemOfInvoice(billing, id);
  const isOnItsWay = item && stateOfItem(item) === 'onItsWay';
  return (
    <section aria-labelledby="bill-standing" className={classes.standing}>
      <h2 id="bill-standing">{t('invoices.detail.standing')}</h2>
      {billing && item && (
        <AmountOwed
          billing={billing}
          label={t(billing.openItems.length > 1 ? 'balance.totalOwed' : 'invoices.detail.amountToPay')}
          shownInvoiceId={id}
        >
          {isOnItsWay && <p className={classes.note}>{t('invoices.detail.onItsWayNote')}</p>}
        </AmountOwed>
      )}
      {!item && <Settled invoice={invoice} />}
    </section>
  );
}

/** A bill that nothing is open of, or whose balance cannot be loaded. */
function Settled({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  if (invoice.status !== 'CLOSED') {
    return (
      <p className={classes.settled}>
        {t('invoices.detail.amountToPay')} <Money cents={centsOf(invoice.amount_to_pay)} />
      </p>
    );
  }
  return (
    <p className={classes.settled}>
      <StateOfBill state="paid" />
      <span>
        {invoice.paid_date && (
          <>
            <Day day={invoice.paid_date} />
            {' · '}
          </>
        )}
        {t('invoices.detail.nothingLeft')}
      </span>
    </p>
  );
}
