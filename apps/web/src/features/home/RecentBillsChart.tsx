import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { billBars, chartHeight, chartWidth } from './bill-bars.rules.ts';
import classes from './RecentBillsChart.module.css';

type Bills = BillingRefresh['recentBills'];

/** The last bills as bars, and as a table on request; nothing when there are fewer than two. */
export function RecentBillsChart({ bills }: { bills: Bills }) {
  const { t } = useTranslation();
  const [isTableShown, setIsTableShown] = useState(false);
  const tableId = useId();
  if (bills.length < 2) return null;
  return (
    <Section title={t('home.chart.title')}>
      <Bars bills={bills} />
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isTableShown}
        aria-controls={tableId}
        onClick={() => setIsTableShown(!isTableShown)}
      >
        {t(isTableShown ? 'home.chart.hideTable' : 'home.chart.showTable')}
      </button>
      <div id={tableId} hidden={!isTableShown}>
        <BillsTable bills={bills} />
      </div>
    </Section>
  );
}

function Bars({ bills }: { bills: Bills }) {
  const { t, i18n } = useTranslation();
  const amounts = bills.map((bill) => centsOf(bill.amount));
  const dayOf = (bill: Bills[number] | undefined) => formatDay(bill?.occurred_on ?? '', i18n.language);
  const monthOf = (bill: Bills[number]) => dayOf(bill).slice(0, 3);
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 -4 ${chartWidth} ${chartHeight + 4}`}
        className={classes.chart}
        role="img"
        aria-label={t('home.chart.description', {
          count: bills.length,
          first: dayOf(bills[0]),
          last: dayOf(bills.at(-1)),
          lowest: formatCents(Math.min(...amounts)),
          highest: formatCents(Math.max(...amounts)),
        })}
      >
        {billBars(bills.map((bill) => bill.amount)).map((bar, index) => (
          <rect
            key={bills[index]?.invoice_num}
            rx={3}
            data-last={index === bills.length - 1 || undefined}
            {...bar}
          />
        ))}
      </svg>
      <div className={classes.months} aria-hidden="true">
        {bills.map((bill) => (
          <span key={bill.invoice_num}>{monthOf(bill)}</span>
        ))}
      </div>
    </figure>
  );
}

function BillsTable({ bills }: { bills: Bills }) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('home.chart.bill')}</th>
          <th scope="col">{t('home.chart.date')}</th>
          <th scope="col">{t('home.chart.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {bills.toReversed().map((bill) => (
          <tr key={bill.invoice_num}>
            <th scope="row">{bill.invoice_num}</th>
            <td>
              <Day day={bill.occurred_on} />
            </td>
            <td>
              <Money cents={centsOf(bill.amount)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
