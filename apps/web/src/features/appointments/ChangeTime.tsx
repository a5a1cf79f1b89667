import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../api/server-time.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Question } from '../../ui/Question.tsx';
import { Section } from '../../ui/Section.tsx';
import { dayIn, formatShortDay, formatTime, noBreak } from '../../ui/time.ts';
import type { LoadedVisit } from './appointments.queries.ts';
import type { Booking } from './useBooking.ts';
import { useTimeDisplay, useTimeWords } from './useTimeWords.ts';
import classes from './Visit.module.css';
import { VisitCalendar } from './VisitCalendar.tsx';
import { allSlots, slotsOf } from './visit-days.rules.ts';
import {
  nearDay,
  oneStop,
  rangeText,
  slotOf,
  type TimeDisplay,
  type TimeSlot,
  visitDay,
  zoneName,
} from './visit-time.rules.ts';

/** Number of the next times that are shown at first. */
const nextTimes = 5;

interface ChangeTimeProps {
  readonly token: string;
  readonly loaded: LoadedVisit;
  readonly booking: Booking;
  /** Moves the visit; calls `onAnswered` when the dialog may go. */
  readonly onConfirm: (slot: TimeSlot, onAnswered: () => void) => void;
  /** Reads the visit with its times again. */
  readonly onReload: () => void;
}

/** The next times that a visit can be moved to, or those of any day, and the button that moves it (SCHEDULE-2). */
export function ChangeTime({ token, loaded, booking, onConfirm, onReload }: ChangeTimeProps) {
  const { t } = useTranslation();
  const { visit } = loaded;
  const { result: days, timeZone, currentAppointment } = visit;
  const [hasMoreDays, setHasMoreDays] = useState(false);
  // A chosen day stays, whatever becomes of its times.
  const [chosenDay, setChosenDay] = useState<string>();
  const [start, setStart] = useState<string>();
  const [asked, setAsked] = useState<TimeSlot>();
  const display = useTimeDisplay(currentAppointment.startDate, timeZone);
  // The hint above the times names the zone once for all of them.
  const shown = { ...display, namesZone: false };
  const dayOf = (slot: TimeSlot) => nearDay(dayIn(new Date(slot.start), timeZone), display.language);

  const isCalendar = hasMoreDays || days.length === 0;
  const day = chosenDay ?? days[0]?.start ?? dayIn(serverNow(), timeZone);
  const all = allSlots(days);
  const offered = isCalendar ? slotsOf(days, day) : all.slice(0, nextTimes);
  const slot = all.find((each) => each.start === start);
  const words = useTimeWords(slotOf(currentAppointment), timeZone);
  // A notice says so already.
  const isTaken = booking.refusal === 'taken' && booking.slot?.start === start;
  const times = (
    <Question legend={isCalendar ? visitDay(day, display.language) : t('appointments.next')}>
      {offered.map((each) => (
        <Choice
          key={each.start}
          name="visit-time"
          isChosen={each.start === start}
          onChoose={() => setStart(each.start)}
        >
          <span className={classes.time}>
            {!isCalendar && <span>{dayOf(each)}</span>} <span>{rangeText(each, shown)}</span>
          </span>
        </Choice>
      ))}
    </Question>
  );

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
        {start !== undefined && !slot && !isTaken && <p className={layout.error}>{t('appointments.gone')}</p>}
      </div>
      {isCalendar ? (
        <VisitCalendar
          token={token}
          loaded={loaded}
          day={day}
          isFocused={hasMoreDays}
          onReload={onReload}
          onDay={(chosen) => {
            setHasMoreDays(true);
            setChosenDay(chosen);
            setStart(undefined);
          }}
        >
          {offered.length > 0 && times}
        </VisitCalendar>
      ) : (
        times
      )}
      {days.length > 0 && (
        <Button
          variant="default"
          className={classes.more}
          icon={<CalendarIcon size={20} />}
          onClick={() => setHasMoreDays(!isCalendar)}
        >
          {t(isCalendar ? 'appointments.next' : 'appointments.moreDays')}
        </Button>
      )}
      {offered.length > 0 && (
        <ConfirmBar
          slot={slot}
          display={display}
          isHeld={booking.refusal === 'unknown'}
          onAsk={() => setAsked(slot)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={t('appointments.dialog.title', textsOf(asked, display))}
          confirmLabel={t('appointments.confirm')}
          cancelLabel={t('appointments.cancel')}
          isBusy={booking.isBusy}
          onConfirm={() => onConfirm(asked, () => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{oneStop(t('appointments.dialog.text', words))}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Says how old the offered times are, with the day if that is not today. */
function SlotsAge({ asOf, timeZone }: { asOf: Date; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const day = dayIn(asOf, timeZone);
  const isToday = day === dayIn(serverNow(), timeZone);
  return (
    <p className={classes.age}>
      <strong>
        {t(isToday ? 'appointments.slotsAge.title' : 'appointments.slotsAge.titleOfDay', {
          time: noBreak(formatTime(asOf, i18n.language, timeZone)),
          day: formatShortDay(day, i18n.language),
        })}
      </strong>{' '}
      <span>{t('appointments.slotsAge.text')}</span>
    </p>
  );
}

/** Returns a time in the words that its choice is said in. */
function textsOf(slot: TimeSlot, display: TimeDisplay) {
  const date = visitDay(dayIn(new Date(slot.start), display.timeZone), display.language);
  return { date, time: rangeText(slot, display) };
}

interface ConfirmBarProps {
  /** The chosen time; undefined until one is. */
  readonly slot: TimeSlot | undefined;
  readonly display: TimeDisplay;
  /** True while it is not known whether the visit was moved: no time can be confirmed then. */
  readonly isHeld: boolean;
  readonly onAsk: () => void;
}

/** The chosen time with Confirm, which asks once more (SCHEDULE-3). On a phone it stays at the bottom of the screen. */
function ConfirmBar({ slot, display, isHeld, onAsk }: ConfirmBarProps) {
  const { t } = useTranslation();
  const bar = useFocusKept<HTMLDivElement>();
  const hint = useId();
  const isReady = slot !== undefined && !isHeld;
  const chosen = slot ? t('appointments.chosen', textsOf(slot, display)) : t('appointments.choose');
  return (
    <div ref={bar} className={classes.bar} data-chosen={isReady || undefined}>
      <p id={hint} className={classes.chosen}>
        {isHeld ? t('appointments.held') : chosen}
      </p>
      <Button size="md" disabled={!isReady} aria-describedby={hint} onClick={onAsk}>
        {t('appointments.confirm')}
      </Button>
    </div>
  );
}
