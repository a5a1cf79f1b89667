import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Reference } from '../../ui/Reference.tsx';
import { betweenText } from './between-text.ts';
import type { BookingRefusal } from './booking.rules.ts';
import { useTimeDisplay } from './useTimeDisplay.ts';
import { dayIn, type TimeSlot, visitDay } from './visit-time.rules.ts';

interface RefusalNoticeProps {
  readonly refusal: BookingRefusal;
  /** The time that was refused. */
  readonly slot: TimeSlot;
  readonly timeZone: string;
  /** Reads the visit again, where that tells what became of it. */
  readonly onRetry: () => Promise<unknown>;
}

/** Says why a visit was not moved, and what holds (SCHEDULE-6). It takes the focus. */
export function RefusalNotice({ refusal, slot, timeZone, onRetry }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const display = useTimeDisplay(slot.start, timeZone);
  if (refusal instanceof ApiProblem) {
    return (
      <Notice tone="bad" title={t('appointments.failed')} isFocused>
        <p>{problemText(refusal, t)}</p>
        <p>{t('appointments.holds')}</p>
        <Reference id={refusal.correlationId} />
      </Notice>
    );
  }
  const day = visitDay(dayIn(new Date(slot.start), timeZone), display.language);
  const time = betweenText(t, slot, display);
  return (
    <Notice tone="bad" title={t(`appointments.refusal.${refusal}.title`)} isFocused>
      <p>{t(`appointments.refusal.${refusal}.text`, { day, time })}</p>
      {refusal === 'unknown' && (
        <div>
          <Button variant="default" onClick={() => void onRetry()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
    </Notice>
  );
}
