import type { OpenItem } from '@myaccount/contract/home';
import type { InvoiceRow } from '@myaccount/contract/invoices';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonLook } from '../../ui/Button.tsx';
import { Day } from '../../ui/Day.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { businessToday } from '../../ui/time.ts';
import classes from './Owed.module.css';
import { daysLate, stateOfItem } from './open-items.rules.ts';
import { StateOfBill } from './StateOfBill.tsx';

interface OwedProps {
  /** What the large figure is, where the heading above does not say it. */
  readonly label?: string | undefined;
  /** Integer cents, or words where there is no amount to name. */
  readonly figure: ReactNode;
  /** `good` for words of a credit. */
  readonly tone?: 'good' | undefined;
  /** The one thing that the figure is about, with its state and due date. */
  readonly item?: OpenItem | undefined;
  /** A list of several such things. */
  readonly items?: ReactNode;
  /** Sentences beneath the figure. */
  readonly children?: ReactNode;
  readonly pay?: ReactNode;
}

/** One large figure, its state, what it means, and the way to pay: the one look of money that is owed. */
export function Owed({ label, figure, tone, item, items, children, pay }: OwedProps) {
  return (
    <div className={classes.owed}>
      <div className={classes.parts}>
        <div className={classes.sentences}>
          {label && <p className={layout.small}>{label}</p>}
          <p className={typeof figure === 'number' ? classes.figure : classes.words} data-tone={tone}>
            {typeof figure === 'number' ? <Money cents={figure} /> : figure}
          </p>
          {item && (
            <p className={classes.standing}>
              <StateOfBill state={stateOfItem(item)} isOpening={item.invoice_id === null} />
              <DueDate item={item} />
            </p>
          )}
          {children}
        </div>
        {items && <div className={classes.items}>{items}</div>}
        {pay}
      </div>
    </div>
  );
}

interface PayLinkProps {
  readonly cents: number;
  /** The bill that the payment form begins with; without it, with all that is due. */
  readonly bill?: string;
  /** True where autopay collects it: nothing has to be done. */
  readonly isCollected: boolean;
}

/** Leads to the payment form. */
export function PayLink({ cents, bill, isCollected }: PayLinkProps) {
  const { t } = useTranslation();
  const look = buttonLook({ variant: isCollected ? 'default' : 'filled', size: 'md' }, classes.pay);
  return (
    <Link to="/billing/make-payment" search={bill ? { bill } : {}} {...look}>
      {t('balance.pay', { amount: formatCents(cents) })}
    </Link>
  );
}

type OpenFields = Pick<InvoiceRow, 'amount' | 'amount_to_pay'>;

/** What was billed or, once a part of it is paid, “$67.70 left of $107.70”. */
export function BilledAmount({ row: { amount, amount_to_pay: left } }: { row: OpenFields }) {
  const { t } = useTranslation();
  if (left <= 0 || left >= amount) return <Money cents={centsOf(amount)} />;
  const values = { left: formatCents(centsOf(left)), amount: formatCents(centsOf(amount)) };
  return <span>{t('invoices.list.leftOf', values)}</span>;
}

/** When an item is due, and how late it is. */
export function DueDate({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  const days = daysLate(item, businessToday());
  return (
    <span className={layout.dots}>
      <span>
        {stateOfItem(item) === 'onItsWay' && <span>{`${t('balance.dueOn')} `}</span>}
        <Day day={item.due_date} />
      </span>
      {days > 0 && <span>{` ${t('balance.daysLate', { count: days })}`}</span>}
    </span>
  );
}
