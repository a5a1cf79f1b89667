import type { BillingRefresh } from '@myaccount/contract/home';
import type { InvoiceDetail } from '@myaccount/contract/invoices';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { NextCharge } from '../autopay/AutopayState.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { StateOfBill } from '../balance/ItemState.tsx';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { itemOfInvoice } from '../balance/open-items.rules.ts';
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
  const isOpen = itemOfInvoice(billing, id) !== undefined;
  const isOneOfMany = isOpen && (billing?.openItems.length ?? 0) > 1;
  const isAllOnItsWay = billing && nextPaymentOf(billing).kind === 'onItsWay';
  const amountToPay = isOneOfMany ? 'balance.totalOwed' : 'invoices.detail.amountToPay';
  return (
    <section aria-labelledby="bill-standing" className={classes.standing}>
      <h2 id="bill-standing">{t(`invoices.detail.${isOneOfMany ? 'standingAll' : 'standing'}`)}</h2>
      {billing && isOpen && (
        <AmountOwed
          billing={billing}
          label={t(isAllOnItsWay ? 'balance.onItsWay' : amountToPay)}
          shownInvoiceId={id}
        >
          {isAllOnItsWay && <p className={classes.note}>{t('invoices.detail.onItsWayNote')}</p>}
          <NextCharge billing={billing} />
        </AmountOwed>
      )}
      {!isOpen && <Settled invoice={invoice} />}
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
      <span className={layout.dots}>
        {invoice.paid_date && <Day day={invoice.paid_date} />} <span>{t('invoices.detail.nothingLeft')}</span>
      </span>
    </p>
  );
}
