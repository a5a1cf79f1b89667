import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '../../ui/Button.tsx';
import { Day } from '../../ui/Day.tsx';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { businessToday } from '../../ui/time.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import classes from './AmountOwed.module.css';
import { type NextPayment, nextPaymentOf } from './next-payment.rules.ts';
import { daysLate, isPartOnItsWay, stateOfItem } from './open-items.rules.ts';
import { StateOfBill } from './StateOfBill.tsx';

interface AmountOwedProps {
  readonly billing: BillingRefresh;
  /** What the large figure is, where the heading above does not say it. */
  readonly label?: string;
  /** Sentences beneath the figure. */
  readonly children?: ReactNode;
  /** The bill whose own page this is: its row leads nowhere. */
  readonly shownInvoiceId?: string;
  /** False where the page has its own way to pay. */
  readonly hasPay?: boolean;
}

/** What is owed: one large figure, a row for each open item, and the way to pay; the same on every page (BALANCE-1). */
export function AmountOwed(props: AmountOwedProps) {
  const { billing, label, children, shownInvoiceId, hasPay = true } = props;
  const { t } = useTranslation();
  const { openItems } = billing;
  const next = nextPaymentOf(billing);
  return (
    <div className={classes.owed}>
      <div className={classes.parts} data-words={(!label && openItems.length === 0) || undefined}>
        <div>
          {label && <p className={layout.small}>{label}</p>}
          <Figure next={next} />
          {children}
        </div>
        {openItems.length > 0 && (
          <ul className={classes.items} aria-label={t('balance.openItems')}>
            {openItems.map((item) => (
              <li key={item.invoice_id}>
                <span className={classes.line}>
                  <ItemName item={item} isShown={item.invoice_id === shownInvoiceId} />
                  <Money cents={centsOf(item.amount)} className={classes.amount ?? ''} />
                </span>
                <ItemFacts item={item} />
              </li>
            ))}
          </ul>
        )}
        {hasPay && <WayToPay next={next} />}
      </div>
    </div>
  );
}

/** The large figure; words where there is no amount to name. */
function Figure({ next: { kind, amountCents } }: { next: NextPayment }) {
  const { t } = useTranslation();
  if (kind === 'noBill' || kind === 'nothingDue') {
    return <p className={classes.words}>{t(`balance.${kind}`)}</p>;
  }
  if (kind === 'credit') {
    return (
      <p className={classes.words} data-tone="good">
        {t('balance.inCredit', { amount: formatCents(amountCents) })}
      </p>
    );
  }
  return (
    <p className={classes.figure}>
      <Money cents={amountCents} />
    </p>
  );
}

/** What is open: a bill, with the way to it, or the balance from before the first one. */
function ItemName({ item: { invoice_id, label }, isShown }: { item: OpenItem; isShown: boolean }) {
  const { t } = useTranslation();
  if (isShown) return <span className={classes.name}>{t('balance.thisBill')}</span>;
  if (invoice_id === null) return <span className={classes.name}>{t('balance.opening')}</span>;
  return (
    <Link to="/billing/invoices/$invoiceId" params={{ invoiceId: invoice_id }} className={classes.link}>
      {t('balance.bill', { number: label })}
      <ChevronRightIcon size={20} />
    </Link>
  );
}

/** State and due date, how late it is, and what is on its way. */
function ItemFacts({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  const state = stateOfItem(item);
  const days = daysLate(item, businessToday());
  return (
    <span className={classes.facts}>
      <StateOfBill state={state} isOpening={item.invoice_id === null} />
      <span className={layout.dots}>
        <span>
          {state === 'onItsWay' && `${t('balance.dueOn')} `}
          <Day day={item.due_date} />
        </span>
        {days > 0 && <span> {t('balance.daysLate', { count: days })}</span>}
      </span>
      {isPartOnItsWay(item) && (
        <span>{t('balance.partOnItsWay', { amount: formatCents(centsOf(item.on_its_way)) })}</span>
      )}
    </span>
  );
}

/** Pays all that is due; for a closed account says so, and where what is left can be paid. */
function WayToPay({ next: { kind, amountCents, isOwed } }: { next: NextPayment }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  if (!isActive) {
    return (
      <div>
        <ClosedAccount isOwed={isOwed} />
        {isOwed && (
          <Link to="/payments" className={layout.linkTarget}>
            {t('balance.toPayments')}
          </Link>
        )}
      </div>
    );
  }
  if (!isOwed) return null;
  const variant = kind === 'autopay' ? 'default' : 'filled';
  return (
    <Link to="/billing/make-payment" {...buttonLook({ variant, size: 'md' }, classes.pay)}>
      {t('balance.pay', { amount: formatCents(amountCents) })}
    </Link>
  );
}

/** Says that the account is closed and, when something is owed, that it can still be paid. */
export function ClosedAccount({ isOwed }: { isOwed: boolean }) {
  const { t } = useTranslation();
  return <p className={layout.small}>{t(isOwed ? 'balance.closedOwes' : 'balance.closed')}</p>;
}
