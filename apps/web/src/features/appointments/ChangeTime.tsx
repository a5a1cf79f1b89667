import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { Calendar } from '../../ui/Calendar.tsx';
import { Section } from '../../ui/Section.tsx';
import type { LoadedVisit } from './appointments.queries.ts';
import classes from './ChangeTime.module.css';
import { ConfirmBar } from './ConfirmBar.tsx';
import { DayTimes, type NoTimesReason } from './DayTimes.tsx';
import { SlotsAge } from './SlotsAge.tsx';
import { useMoreDays } from './useMoreDays.ts';
import { useTimeDisplay } from './useTimeDisplay.ts';
import { lastVisitDay, slotsOf } from './visit-days.rules.ts';
import { dayIn, type TimeSlot, zoneName } from './visit-time.rules.ts';

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
  const more = useMoreDays(token, loadedUntil);
  const slots = slotsOf(days, day);
  const slot = slots.find((each) => each.start === start);

  function chooseDay(chosen: string): void {
    setDay(chosen);
    setStart(undefined);
    more.loadUntil(chosen);
  }

  return (
    <Section title={t('appointments.change')} className={classes.section ?? ''}>
      {display.namesZone && (
        <p className={classes.hint}>
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
          state={more.state}
          noTimes={whyNoTimes()}
          onChoose={setStart}
          onRetry={() => more.loadUntil(day)}
          onReload={onReload}
        />
      </div>
      <ConfirmBar
        slot={slot}
        day={day}
        current={currentAppointment}
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
