import { formatShortDay, formatTime } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';
import { Button } from '../../ui/Button.tsx';
import { Calendar } from '../../ui/Calendar.tsx';
import layout from '../../ui/layout.module.css';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type LoadedVisit, loadDaysUntil } from './appointments.queries.ts';
import { ConfirmBar } from './ConfirmBar.tsx';
import type { Booking } from './useBooking.ts';
import { useTimeDisplay } from './useVisitTexts.ts';
import classes from './Visit.module.css';
import { lastVisitDay, slotsOf } from './visit-days.rules.ts';
import {
  dayIn,
  isAfternoon,
  noBreak,
  rangeText,
  slotOf,
  type TimeDisplay,
  type TimeSlot,
  visitDay,
  zoneName,
} from './visit-time.rules.ts';

interface ChangeTimeProps {
  readonly token: string;
  readonly loaded: LoadedVisit;
  readonly booking: Booking;
  readonly onConfirm: (slot: TimeSlot, onAnswered: () => void) => void;
  /** Reads the visit with its times again. */
  readonly onReload: () => void;
}

/** The days and times that a visit can be moved to, and the button that moves it (SCHEDULE-2). */
export function ChangeTime({ token, loaded, booking, onConfirm, onReload }: ChangeTimeProps) {
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
  // A notice says so already.
  const isTaken = booking.refusal === 'taken' && booking.slot?.start === start;

  function chooseDay(chosen: string): void {
    setDay(chosen);
    setStart(undefined);
    if (chosen <= loadedUntil) more.reset();
    else more.mutate(chosen);
  }

  return (
    <Section title={t('appointments.change')} className={classes.change ?? ''}>
      {display.namesZone && (
        <p className={layout.small}>
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
        <div className={layout.stack}>
          <div>
            <h3 className={classes.day}>{visitDay(day, display.language)}</h3>
            <div aria-live="polite">
              {start !== undefined && !slot && !isTaken && (
                <p className={layout.error}>{t('appointments.gone')}</p>
              )}
            </div>
          </div>
          {more.isPending && <Skeleton />}
          {more.isError && (
            <ProblemState text={t('appointments.daysFailed')} onRetry={() => more.mutate(day)} />
          )}
          {(more.isIdle || more.isSuccess) &&
            (slots.length > 0 ? (
              <Halves slots={slots} display={display} chosen={slot} onChoose={setStart} />
            ) : (
              <NoTimes reason={whyNoTimes()} onReload={onReload} />
            ))}
        </div>
      </div>
      <ConfirmBar
        slot={slot}
        day={day}
        current={slotOf(currentAppointment)}
        display={display}
        canChoose={slots.length > 0}
        booking={booking}
        onConfirm={onConfirm}
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
          day: noBreak(formatShortDay(day, language)),
        })}
      </strong>{' '}
      {t('appointments.slotsAge.text')}
    </p>
  );
}

/** Why a day shows no times: it has none, no day has any, or the field service has not told its times yet. */
type NoTimesReason = 'none' | 'noneAtAll' | 'neverLoaded';

function NoTimes({ reason, onReload }: { reason: NoTimesReason; onReload: () => void }) {
  const { t } = useTranslation();
  const hint = (
    <>
      {t(`appointments.times.${reason}Hint`)} <PhoneLink phone={config.brand.supportPhone} />.
    </>
  );
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

/** So many signs of a time fit in a narrow column. */
const longestNarrow = 14;

interface HalvesProps {
  readonly slots: readonly TimeSlot[];
  readonly display: TimeDisplay;
  readonly chosen: TimeSlot | undefined;
  readonly onChoose: (start: string) => void;
}

/** The times of the chosen day as large buttons, morning and afternoon apart. */
function Halves({ slots, display, chosen, onChoose }: HalvesProps) {
  const { t } = useTranslation();
  const halves = {
    morning: slots.filter(({ start }) => !isAfternoon(start, display.timeZone)),
    afternoon: slots.filter(({ start }) => isAfternoon(start, display.timeZone)),
  };
  // The hint above the times names the zone once for all of them.
  const shown = { ...display, namesZone: false };
  const isLong = slots.some((slot) => rangeText(slot, shown).length > longestNarrow);
  return (['morning', 'afternoon'] as const).map((half) =>
    halves[half].length === 0 ? null : (
      <fieldset key={half} className={classes.half} data-long={isLong || undefined}>
        <legend className={layout.small}>{t(`appointments.times.${half}`)}</legend>
        {halves[half].map((slot) => (
          <Button
            key={slot.start}
            variant={slot.start === chosen?.start ? 'filled' : 'default'}
            size="md"
            className={classes.slot}
            aria-pressed={slot.start === chosen?.start}
            onClick={() => onChoose(slot.start)}
          >
            {rangeText(slot, shown)}
          </Button>
        ))}
      </fieldset>
    ),
  );
}
