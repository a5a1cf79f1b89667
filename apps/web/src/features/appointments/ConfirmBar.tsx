import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import type { Booking } from './useBooking.ts';
import { useTimeWords } from './useVisitTexts.ts';
import classes from './Visit.module.css';
import { oneStop, rangeText, type TimeDisplay, type TimeSlot, visitDay } from './visit-time.rules.ts';

interface ConfirmBarProps {
  /** The chosen time; undefined until one is. */
  readonly slot: TimeSlot | undefined;
  readonly day: string;
  readonly current: TimeSlot;
  readonly display: TimeDisplay;
  /** False where the day has no times: there is nothing to confirm then. */
  readonly canChoose: boolean;
  readonly booking: Booking;
  /** Moves the visit; calls `onAnswered` when the dialog may go. */
  readonly onConfirm: (slot: TimeSlot, onAnswered: () => void) => void;
}

/** The chosen time with Confirm, which asks once more (SCHEDULE-3). On a phone it stays at the bottom of the screen. */
export function ConfirmBar(props: ConfirmBarProps) {
  const { day, current, display, canChoose, booking, onConfirm } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState<TimeSlot>();
  const date = visitDay(day, display.language);
  const words = useTimeWords(current, display.timeZone);

  return (
    <>
      {canChoose && <Bar {...props} date={date} onAsk={setAsked} />}
      {asked && (
        <ConfirmDialog
          isOpen
          title={t('appointments.dialog.title', { time: rangeText(asked, display), date })}
          confirmLabel={t('appointments.confirm')}
          cancelLabel={t('appointments.cancel')}
          isBusy={booking.isBusy}
          onConfirm={() => onConfirm(asked, () => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{oneStop(t('appointments.dialog.text', words))}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface BarProps extends ConfirmBarProps {
  /** The chosen day as it is shown. */
  readonly date: string;
  readonly onAsk: (slot: TimeSlot | undefined) => void;
}

function Bar({ slot, date, display, booking, onAsk }: BarProps) {
  const { t } = useTranslation();
  const bar = useFocusKept<HTMLDivElement>();
  const hint = useId();
  const chosen = slot
    ? t('appointments.chosen', { date, time: rangeText(slot, display) })
    : t('appointments.choose');
  // No time can be confirmed while it is not known whether the visit was moved.
  const isHeld = booking.refusal === 'unknown';
  const isReady = slot !== undefined && !isHeld;
  return (
    <div ref={bar} className={classes.bar} data-chosen={isReady || undefined}>
      <p id={hint} className={classes.chosen}>
        {isHeld ? t('appointments.held') : chosen}
      </p>
      <Button size="md" disabled={!isReady} aria-describedby={hint} onClick={() => onAsk(slot)}>
        {t('appointments.confirm')}
      </Button>
    </div>
  );
}
