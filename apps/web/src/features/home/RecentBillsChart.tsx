import type { BillingRefresh } from '@myaccount/contract/home';
import { formatChange } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { BillChangeLine } from '../balance/BillChangeLine.tsx';
import { billBars } from './bill-bars.rules.ts';
import classes from './RecentBillsChart.module.css';

/** The last bills as bars with their amounts, and what changed against the month before (HOME-4). */
export function RecentBillsChart({ bills }: { bills: BillingRefresh['recentBills'] }) {
  const { t } = useTranslation();
  const bars = billBars(bills);
  if (bars.length === 0) return null;
  return (
    <figure className={classes.figure}>
      <figcaption className={layout.small}>{t('home.chart.title')}</figcaption>
      <ol className={classes.bars}>
        {bars.map((bar) => (
          <li key={bar.invoiceNumber}>
            <Day day={bar.issuedOn} />
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${bar.keptPercent}%` }} />
              {bar.changePercent > 0 && (
                <span
                  data-change={bar.changeCents > 0 ? 'more' : 'less'}
                  style={{ width: `${bar.changePercent}%` }}
                />
              )}
            </span>
            <Money cents={bar.amountCents} />
            <ChangeWords changeCents={bar.changeCents} />
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** “+$3.49”, read out as “$3.49 more than the month before”. */
function ChangeWords({ changeCents }: { changeCents: number }) {
  if (changeCents === 0) return <span />;
  return (
    <span className={layout.muted}>
      <span aria-hidden="true" className={layout.figures}>
        {formatChange(changeCents)}
      </span>
      <span className={layout.hidden}>
        <BillChangeLine change={{ amount: changeCents / 100, causes: [] }} isEarlier />
      </span>
    </span>
  );
}
