import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { ItemState } from './ItemState.tsx';
import classes from './OpenItems.module.css';
import { isPartOnItsWay } from './open-items.rules.ts';

/** Everything that is owed, oldest due date first, each item with its state; several items end with the total. */
export function OpenItems({ billing }: { billing: Pick<BillingRefresh, 'openItems' | 'balance'> }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { openItems, balance } = billing;
  if (openItems.length === 0) return null;
  return (
    <div className={classes.items}>
      <h3 id={titleId}>{t('balance.openItems')}</h3>
      <ul aria-labelledby={titleId}>
        {openItems.map((item) => (
          <li key={item.invoice_id}>
            <ItemRow item={item} />
          </li>
        ))}
      </ul>
      {openItems.length > 1 && (
        <p className={classes.total}>
          <span>{t('balance.totalOwed')}</span> <Money cents={centsOf(balance)} />
        </p>
      )}
    </div>
  );
}

function ItemRow({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.line}>
        <ItemName item={item} />
        <Money cents={centsOf(item.amount)} className={classes.amount ?? ''} />
      </span>
      <span className={classes.facts}>
        <ItemState item={item} />
        <span>
          {t('balance.dueDate')} <Day day={item.due_date} />
        </span>
        {isPartOnItsWay(item) && (
          <span>{t('balance.partOnItsWay', { amount: formatCents(centsOf(item.on_its_way)) })}</span>
        )}
      </span>
    </>
  );
}

function ItemName({ item: { invoice_id, label } }: { item: OpenItem }) {
  const { t } = useTranslation();
  if (invoice_id === null) return <span>{t('balance.opening')}</span>;
  return (
    <Link to="/billing/invoices/$invoiceId" params={{ invoiceId: invoice_id }} className={classes.link}>
      {t('balance.bill', { number: label })}
    </Link>
  );
}
