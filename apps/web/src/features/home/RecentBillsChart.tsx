import { formatMonth } from '@myaccount/contract/dates';
import type { BillingRefresh } from '@myaccount/contract/home';
import { matchLanguage } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '../../ui/Money.tsx';
import { formatDay } from '../../ui/time.ts';
import { type Bar, barAfterKey, billBars } from './bill-bars.rules.ts';
import classes from './RecentBillsChart.module.css';

/** Two bills say no more as bars than as rows. */
const fewestBills = 3;

type Bills = BillingRefresh['recentBills'];

/**
 * The last bills as bars; nothing when there are too few to compare. Everything is placed in percent inside the SVG, so that
 * months stand under their bars at every width and on paper. The chart is one stop of the Tab key; arrows lead from bar
 * to bar.
 */
export function RecentBillsChart({ bills }: { bills: Bills }) {
  const { t, i18n } = useTranslation();
  const last = bills.length - 1;
  const [active, setActive] = useState(last);
  if (bills.length < fewestBills) return null;
  const amounts = bills.map((bill) => centsOf(bill.amount));
  const dayOf = (index: number) => formatDay(bills[index]?.occurred_on ?? '', i18n.language);

  function moveFocus(event: KeyboardEvent<SVGSVGElement>): void {
    const target = barAfterKey(event.key, active, bills.length);
    if (target === undefined) return;
    event.preventDefault();
    setActive(target);
    (event.currentTarget.children[target] as SVGGElement | undefined)?.focus();
  }

  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{t('home.chart.title')}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        className={classes.chart}
        role="group"
        aria-label={t('home.chart.description', {
          count: bills.length,
          first: dayOf(0),
          last: dayOf(last),
          lowest: formatCents(Math.min(...amounts)),
          highest: formatCents(Math.max(...amounts)),
        })}
        onKeyDown={moveFocus}
      >
        {billBars(bills.map((bill) => bill.amount)).map((bar, index) => (
          <BillBar
            key={bills[index]?.invoice_num}
            bar={bar}
            day={dayOf(index)}
            month={formatMonth(bills[index]?.occurred_on ?? '', matchLanguage([i18n.language]))}
            amount={formatCents(amounts[index] ?? 0)}
            isActive={index === active}
            isLast={index === last}
          />
        ))}
      </svg>
    </figure>
  );
}

interface BillBarProps {
  readonly bar: Bar;
  readonly day: string;
  readonly month: string;
  readonly amount: string;
  /** True for the bar that the Tab key reaches. */
  readonly isActive: boolean;
  readonly isLast: boolean;
}

function BillBar({ bar, day, month, amount, isActive, isLast }: BillBarProps) {
  const { t } = useTranslation();
  const { slotX, slotWidth, ...column } = bar;
  const center = slotX + slotWidth / 2;
  const [anchor, valueX] = valuePlace(slotX, slotWidth);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that a keyboard reaches, to read its value
    <g
      className={classes.bar}
      role="img"
      aria-label={t('home.chart.value', { day, amount })}
      tabIndex={isActive ? 0 : -1}
      data-last={isLast || undefined}
    >
      <rect fill="transparent" x={`${slotX}%`} y="0" width={`${slotWidth}%`} height="100%" />
      <rect
        className={classes.column}
        x={`${column.x}%`}
        y={`${column.y}%`}
        width={`${column.width}%`}
        height={`${column.height}%`}
        rx={3}
      />
      <text className={classes.value} x={`${valueX}%`} y="12%" textAnchor={anchor}>
        {`${month} ${amount}`}
      </text>
      <text className={classes.month} x={`${center}%`} y="97%" textAnchor="middle">
        {month}
      </text>
    </g>
  );
}

/**
 * A value stands above its bar and, since it is wider, above others too: it names its month. Near an edge of the chart it
 * ends there.
 */
function valuePlace(slotX: number, slotWidth: number): [anchor: 'start' | 'middle' | 'end', x: number] {
  const edge = 20;
  const widestSlot = 24;
  if (slotWidth >= widestSlot) return ['middle', slotX + slotWidth / 2];
  if (slotX < edge) return ['start', slotX];
  if (slotX + slotWidth > 100 - edge) return ['end', slotX + slotWidth];
  return ['middle', slotX + slotWidth / 2];
}
