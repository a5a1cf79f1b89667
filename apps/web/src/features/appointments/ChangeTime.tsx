import { formatDay, formatTime } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { Calendar } from '../../ui/Calendar.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { type LoadedVisit, loadDaysUntil } from './appointments.queries.ts';
import { ConfirmBar } from './ConfirmBar.tsx';
import { DayTimes, type NoTimesReason } from './DayTimes.tsx';
import { useTimeDisplay } from './useVisitTexts.ts';
import classes from './Visit.module.css';
import { lastVisitDay, slotsOf } from './visit-days.rules.ts';
import { dayIn, noBreak, slotOf, type TimeSlot, zoneName } from './visit-time.rules.ts';

interface ChangeTimeProps {
  readonly token: string;
  readonly loaded: LoadedVisit;
  /** True while a time is being booked. */
  readonly isBusy: boolean;
  /** True while it is not known whether the visit was moved: no time can be confirmed then. */
  readonly isHeld: boolean;
  /** The time that was refused because it was taken, which a notice says. */
  readonly taken: TimeSlot | undefined;
  readonly onConfirm: (slot: TimeSlot, onAnswered: () => void) => void;
  /** Reads the visit with its times again. */
  readonly onReload: () => void;
}

/** The days and times that a visit can be moved to, and the button that moves it (SCHEDULE-2). */
export function ChangeTime({ token, loaded, taken, onReload, ...booking }: ChangeTimeProps) {
  const { t } = useTranslation();
  const { visit, loadedUntil } = loaded;
  const { result: days, timeZone, currentAppointment } = visit;
  const today = dayIn(serverNow(), timeZone);
  const last = lastVisitDay(today, config.limits.calendarExtraDays);
  const neverLoaded = visit.slotsAsOf === null;
  // The first day with times is open as soon as there is one; a chosen day stays, whatever becomes of its times.
  const [opened, setDay] = useState<string>();
  if (opened === undefined && days[0]) setDay(days[0].start);
  const day = opened ?? today;
  const [start, setStart] = useState<string>();
  const display = useTimeDisplay(currentAppointment.startDate, timeZone);
  const client = useQueryClient();
  const more = useMutation({
    mutationFn: (until: string) => loadDaysUntil(client, token, until),
    networkMode: 'always',
  });
  const slots = slotsOf(days, day);
  const slot = slots.find((each) => each.start === start);

  function chooseDay(chosen: string): void {
    setDay(chosen);
    setStart(undefined);
    if (chosen <= loadedUntil) more.reset();
    else more.mutate(chosen);
  }

  return (
    <Section title={t('appointments.change')} className={classes.change ?? ''}>
      {display.namesZone && (
        <p className={`${layout.small} ${classes.hint}`}>
          {t('appointments.zone', { zone: zoneName(new Date(currentAppointment.startDate), display) })}
        </p>
      )}
      <div aria-live="polite">
        {visit.slotsOutdated && visit.slotsAsOf !== null && (
          <SlotsAge asOf={new Date(visit.slotsAsOf)} timeZone={timeZone} />
        )}
      </div>
      <div className={classes.columns}>
        <Calendar
          label={t('appointments.calendar')}
          shownFrom={today}
          first={today}
          last={last}
          isFull={(each) => !neverLoaded && each <= loadedUntil && slotsOf(days, each).length === 0}
          chosen={day}
          onChoose={chooseDay}
        />
        <DayTimes
          day={day}
          slots={slots}
          display={display}
          chosen={slot}
          isGone={start !== undefined && start !== taken?.start && !slot}
          loading={more.status}
          noTimes={whyNoTimes()}
          onChoose={setStart}
          onRetry={() => more.mutate(day)}
          onReload={onReload}
        />
      </div>
      <ConfirmBar
        slot={slot}
        day={day}
        current={slotOf(currentAppointment)}
        display={display}
        canChoose={slots.length > 0}
        {...booking}
      />
    </Section>
  );

  function whyNoTimes(): NoTimesReason {
    if (neverLoaded) return 'neverLoaded';
    return days.length === 0 && loadedUntil >= last ? 'noneAtAll' : 'none';
  }
}

/** Says how old the offered times are, with the day if that is not today. */
function SlotsAge({ asOf, timeZone }: { asOf: Date; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const language = matchLanguage([i18n.language]);
  const day = dayIn(asOf, timeZone);
  const isToday = day === dayIn(serverNow(), timeZone);
  return (
    <p className={classes.age}>
      <strong>
        {t(isToday ? 'appointments.slotsAge.title' : 'appointments.slotsAge.titleOfDay', {
          time: noBreak(formatTime(asOf, language, timeZone)),
          day: noBreak(formatDay(day, language)),
        })}
      </strong>{' '}
      {t('appointments.slotsAge.text')}
    </p>
  );
}
