import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFocusKept } from '../../ui/focus.ts';
import type { Booking } from './useBooking.ts';
import { useTimeWords } from './useTimeWords.ts';
import classes from './Visit.module.css';
import { dayIn, oneStop, rangeText, type TimeDisplay, type TimeSlot, visitDay } from './visit-time.rules.ts';

interface ConfirmBarProps {
  /** The chosen time; undefined until one is. */
  readonly slot: TimeSlot | undefined;
  readonly current: TimeSlot;
  readonly display: TimeDisplay;
  /** False where no times are offered: there is nothing to confirm then. */
  readonly canChoose: boolean;
  readonly booking: Booking;
  /** Moves the visit; calls `onAnswered` when the dialog may go. */
  readonly onConfirm: (slot: TimeSlot, onAnswered: () => void) => void;
}

/** The chosen time with Confirm, which asks once more (SCHEDULE-3). On a phone it stays at the bottom of the screen. */
export function ConfirmBar(props: ConfirmBarProps) {
  const { slot, current, display, canChoose, booking, onConfirm } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState<TimeSlot>();
  const textsOf = (time: TimeSlot) => ({
    date: visitDay(dayIn(new Date(time.start), display.timeZone), display.language),
    time: rangeText(time, display),
  });
  const words = useTimeWords(current, display.timeZone);
  // No time can be confirmed while it is not known whether the visit was moved.
  const isHeld = booking.refusal === 'unknown';
  const chosen = slot ? t('appointments.chosen', textsOf(slot)) : t('appointments.choose');

  return (
    <>
      {canChoose && (
        <Bar
          text={isHeld ? t('appointments.held') : chosen}
          onAsk={slot && !isHeld ? () => setAsked(slot) : undefined}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={t('appointments.dialog.title', textsOf(asked))}
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

/** Without `onAsk` there is nothing to confirm, and the text says why. */
function Bar({ text, onAsk }: { text: string; onAsk: (() => void) | undefined }) {
  const { t } = useTranslation();
  const bar = useFocusKept<HTMLDivElement>();
  const hint = useId();
  return (
    <div ref={bar} className={classes.bar} data-chosen={onAsk ? true : undefined}>
      <p id={hint} className={classes.chosen}>
        {text}
      </p>
      <Button size="md" disabled={!onAsk} aria-describedby={hint} onClick={onAsk}>
        {t('appointments.confirm')}
      </Button>
    </div>
  );
}
