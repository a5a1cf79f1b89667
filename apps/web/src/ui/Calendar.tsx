// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid, as the ARIA Authoring Practices draw it
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a cell has the focus
import { addDays, addMonths } from '@myaccount/contract/calendar';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Calendar.module.css';
import { calendarDay, dayText, firstOfMonth, weeksOf, within } from './calendar-days.ts';
import { ChevronRightIcon } from './icons.tsx';

interface CalendarProps {
  /** Name of the calendar, for screen readers. */
  readonly label: string;
  /** First day that is shown; earlier months cannot be reached. */
  readonly shownFrom: string;
  /** First and last day that can be chosen; days outside are shown and disabled. */
  readonly first: string;
  readonly last: string;
  /** Returns whether a day between them has nothing to offer: it is shown, found by the keyboard, and cannot be chosen. */
  readonly isFull?: (day: string) => boolean;
  /** The chosen day, `YYYY-MM-DD`; empty when none is. */
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
}

const week = 7;
const sundayToSaturday = Array.from({ length: week }, (_, index) => addDays('2023-01-01', index));
const stepsOfKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -week,
  ArrowDown: week,
};

/**
 * One month of days to choose one from, with the keys of a date grid (ARIA Authoring Practices): arrows move by day and
 * week, Page Up and Page Down by month, Home and End to the ends of the month.
 */
export function Calendar({ label, shownFrom, first, last, isFull, chosen, onChoose }: CalendarProps) {
  const { t, i18n } = useTranslation();
  const grid = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);
  const [current, setCurrent] = useState(() => within(chosen || first, first, last));
  const [month, setMonth] = useState(() => firstOfMonth(current));
  const { language } = i18n;

  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  function move(event: KeyboardEvent): void {
    const target = targetOf(event.key);
    if (target === undefined) return;
    event.preventDefault();
    const day = within(target, first, last);
    movedByKey.current = day !== current;
    setCurrent(day);
    setMonth(firstOfMonth(day));
  }

  function targetOf(key: string): string | undefined {
    const step = stepsOfKeys[key];
    if (step !== undefined) return addDays(current, step);
    if (key === 'PageUp') return addMonths(current, -1);
    if (key === 'PageDown') return addMonths(current, 1);
    if (key === 'Home') return firstOfMonth(current);
    return key === 'End' ? addDays(firstOfMonth(current, 1), -1) : undefined;
  }

  const weeks = weeksOf(month);
  const title = dayText(month, language, { month: 'long', year: 'numeric' });
  const isReachable = weeks.flat().includes(current);
  return (
    <section className={classes.calendar} aria-label={label}>
      <div className={classes.head}>
        {monthButton('previous', -1, month <= shownFrom)}
        <span className={classes.title} aria-live="polite">
          {title}
        </span>
        {monthButton('next', 1, firstOfMonth(month, 1) > last)}
      </div>
      <table ref={grid} role="grid" aria-label={title} className={classes.days}>
        <thead>
          <tr>
            {sundayToSaturday.map((sunday) => (
              <th key={sunday} scope="col" abbr={dayText(sunday, language, { weekday: 'long' })}>
                {dayText(sunday, language, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days.find((day) => day !== null)}>
              {days.map((day, column) => (
                <td
                  key={sundayToSaturday[column]}
                  role="gridcell"
                  aria-selected={day === null ? undefined : day === chosen}
                >
                  {day && dayButton(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

  function monthButton(name: 'previous' | 'next', step: number, isDisabled: boolean) {
    return (
      <button
        type="button"
        className={classes.month}
        data-direction={name}
        aria-label={t(`ui.calendar.${name}`)}
        disabled={isDisabled}
        onClick={() => setMonth(firstOfMonth(month, step))}
      >
        <ChevronRightIcon size={20} />
      </button>
    );
  }

  function dayButton(day: string) {
    const isDayFull = isFull?.(day) ?? false;
    const date = calendarDay(day, language);
    const isFocusTarget = isReachable ? day === current : day === within(month, first, last);
    return (
      <button
        type="button"
        className={classes.day}
        data-day={day}
        data-chosen={day === chosen || undefined}
        aria-label={isDayFull ? t('ui.calendar.full', { date }) : date}
        aria-disabled={isDayFull || undefined}
        aria-pressed={day === chosen}
        onKeyDown={move}
        disabled={day < first || day > last}
        tabIndex={isFocusTarget ? 0 : -1}
        onClick={() => {
          setCurrent(day);
          if (!isDayFull) onChoose(day);
        }}
      >
        {Number(day.slice(-2))}
      </button>
    );
  }
}
