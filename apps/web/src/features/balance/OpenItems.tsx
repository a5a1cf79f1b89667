import type { BillingRefresh, OpenItem } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { businessToday } from '../../ui/business-day.ts';
import { Day } from '../../ui/Day.tsx';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { ItemState } from './ItemState.tsx';
import classes from './OpenItems.module.css';
import { daysLate, isPartOnItsWay, stateOfItem } from './open-items.rules.ts';

interface OpenItemsProps {
  readonly billing: Pick<BillingRefresh, 'openItems'>;
  /** The bill whose own page this is: its row leads nowhere. */
  readonly shownInvoiceId?: string | undefined;
}

/** Everything that is owed, oldest due date first: a row of two lines for each item, which leads to its bill. */
export function OpenItems({ billing: { openItems }, shownInvoiceId }: OpenItemsProps) {
  const { t } = useTranslation();
  if (openItems.length === 0) return null;
  return (
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
  );
}

/** State and due date, how late it is, and what is on its way. */
function ItemFacts({ item }: { item: OpenItem }) {
  const { t } = useTranslation();
  const days = daysLate(item, businessToday());
  return (
    <span className={classes.facts}>
      <ItemState item={item} />
      <span className={layout.dots}>
        <span>
          {stateOfItem(item) === 'onItsWay' && <>{t('balance.dueOn')} </>}
          <Day day={item.due_date} />
        </span>
        {days > 0 && (
          <>
            {' '}
            <span>{t('balance.daysLate', { count: days })}</span>
          </>
        )}
      </span>
      {isPartOnItsWay(item) && (
        <span>{t('balance.partOnItsWay', { amount: formatCents(centsOf(item.on_its_way)) })}</span>
      )}
    </span>
  );
}

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
