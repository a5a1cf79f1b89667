import type { MutationStatus } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import layout from '../../ui/layout.module.css';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import classes from './Visit.module.css';
import { halvesOf } from './visit-days.rules.ts';
import { rangeText, type TimeDisplay, type TimeSlot, visitDay } from './visit-time.rules.ts';

/** So many signs of a time fit in a narrow column. */
const longestNarrow = 14;

/** Why a day shows no times: it has none, no day has any, or the field service has not told its times yet. */
export type NoTimesReason = 'none' | 'noneAtAll' | 'neverLoaded';

interface DayTimesProps {
  readonly day: string;
  readonly slots: readonly TimeSlot[];
  readonly display: TimeDisplay;
  readonly chosen: TimeSlot | undefined;
  /** True when the time that was chosen is no longer offered. */
  readonly isGone: boolean;
  /** Of the day's times, where they were not loaded at first. */
  readonly loading: MutationStatus;
  /** What is said where there are no times. */
  readonly noTimes: NoTimesReason;
  readonly onChoose: (start: string) => void;
  readonly onRetry: () => void;
  /** Reads all times again. */
  readonly onReload: () => void;
}

/** The times of the chosen day as large buttons, morning and afternoon apart. */
export function DayTimes(props: DayTimesProps) {
  const { day, slots, display, isGone, loading } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.times}>
      <h3 className={classes.day}>{visitDay(day, display.language)}</h3>
      <div aria-live="polite" className={classes.news}>
        {isGone && <p className={classes.gone}>{t('appointments.gone')}</p>}
      </div>
      {loading === 'pending' && <Skeleton />}
      {loading === 'error' && <ProblemState text={t('appointments.daysFailed')} onRetry={props.onRetry} />}
      {(loading === 'idle' || loading === 'success') &&
        (slots.length > 0 ? <Halves {...props} /> : <NoTimes {...props} />)}
    </div>
  );
}

function NoTimes({ noTimes, onReload }: DayTimesProps) {
  const { t } = useTranslation();
  const hint = (
    <>
      {t(`appointments.times.${noTimes}Hint`)} <PhoneLink phone={config.brand.supportPhone} />.
    </>
  );
  if (noTimes === 'neverLoaded') {
    return <ProblemState text={t('appointments.times.neverLoaded')} meaning={hint} onRetry={onReload} />;
  }
  return (
    <div role="status">
      <p>{t('appointments.times.none')}</p>
      <p className={layout.small}>{hint}</p>
    </div>
  );
}

function Halves({ slots, display, chosen, onChoose }: DayTimesProps) {
  const { t } = useTranslation();
  const halves = halvesOf(slots, display.timeZone);
  // The hint above the times names the zone once for all of them.
  const shown = { ...display, namesZone: false };
  const isLong = slots.some((slot) => rangeText(slot, shown).length > longestNarrow);
  return (['morning', 'afternoon'] as const).map((half) =>
    halves[half].length === 0 ? null : (
      <fieldset key={half} className={classes.half} data-long={isLong || undefined}>
        <legend className={layout.small}>{t(`appointments.times.${half}`)}</legend>
        {halves[half].map((slot) => (
          <button
            key={slot.start}
            type="button"
            className={classes.slot}
            aria-pressed={slot.start === chosen?.start}
            onClick={() => onChoose(slot.start)}
          >
            {rangeText(slot, shown)}
          </button>
        ))}
      </fieldset>
    ),
  );
}
