import { lastVisitDay } from '@myaccount/contract/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { Calendar } from '../../ui/Calendar.tsx';
import layout from '../../ui/layout.module.css';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CallSupport } from '../../ui/SupportPhone.tsx';
import { dayIn } from '../../ui/time.ts';
import { type LoadedVisit, loadDaysUntil } from './appointments.queries.ts';
import classes from './Visit.module.css';
import { slotsOf } from './visit-days.rules.ts';

interface VisitCalendarProps {
  readonly token: string;
  readonly loaded: LoadedVisit;
  readonly day: string;
  readonly onDay: (day: string) => void;
  /** True when the customer opened it: the keyboard goes on at its day. */
  readonly isFocused: boolean;
  readonly onReload: () => void;
  /** The times of the day; false without any. */
  readonly children: ReactNode;
}

/** The days that a visit can be moved to, beside the times of the chosen one. A day beyond those loaded loads more (SCHEDULE-2). */
export function VisitCalendar(props: VisitCalendarProps) {
  const { token, loaded, day, onDay, isFocused, onReload, children } = props;
  const { t } = useTranslation();
  const { visit, loadedUntil } = loaded;
  const { result: days, timeZone } = visit;
  const today = dayIn(serverNow(), timeZone);
  const last = lastVisitDay(today, config.limits.calendarExtraDays);
  const neverLoaded = visit.slotsAsOf === null;
  const isOver = days.length === 0 && loadedUntil >= last;
  const client = useQueryClient();
  const more = useMutation({
    mutationFn: (until: string) => loadDaysUntil(client, token, until),
    networkMode: 'always',
  });
  const box = useRef<HTMLDivElement>(null);
  const wasOpened = useRef(isFocused);

  useEffect(() => {
    if (wasOpened.current) box.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
  }, []);

  return (
    <div ref={box} className={classes.columns}>
      <Calendar
        label={t('appointments.calendar')}
        shownFrom={today}
        first={today}
        last={last}
        isFull={(each) => !neverLoaded && each <= loadedUntil && slotsOf(days, each).length === 0}
        chosen={day}
        onChoose={(chosen) => {
          onDay(chosen);
          if (chosen <= loadedUntil) more.reset();
          else more.mutate(chosen);
        }}
      />
      {more.isPending && <Skeleton />}
      {more.isError && <ProblemState text={t('appointments.daysFailed')} onRetry={() => more.mutate(day)} />}
      {(more.isIdle || more.isSuccess) &&
        (children || (
          <NoTimes reason={neverLoaded ? 'neverLoaded' : isOver ? 'noneAtAll' : 'none'} onReload={onReload} />
        ))}
    </div>
  );
}

interface NoTimesProps {
  /** The day has none, no day has any, or the field service has not told its times yet. */
  readonly reason: 'none' | 'noneAtAll' | 'neverLoaded';
  readonly onReload: () => void;
}

function NoTimes({ reason, onReload }: NoTimesProps) {
  const { t } = useTranslation();
  const hint = <CallSupport text={t(`appointments.times.${reason}Hint`)} />;
  if (reason === 'neverLoaded') {
    return <ProblemState text={t('appointments.times.neverLoaded')} meaning={hint} onRetry={onReload} />;
  }
  return (
    <div role="status">
      <p>{t('appointments.times.none')}</p>
      <p className={layout.small}>{hint}</p>
    </div>
  );
}
