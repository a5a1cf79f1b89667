import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Reference } from '../../ui/Reference.tsx';
import type { BookingRefusal } from './booking.rules.ts';
import { useClock, useTimeWords } from './useVisitTexts.ts';
import { oneStop, type TimeSlot } from './visit-time.rules.ts';

interface OutdatedNoticeProps {
  /** When the visit was last read. */
  readonly asOf: Date;
  readonly timeZone: string;
  readonly onRetry: () => void;
}

/** Says that the page shows what it knew last: it is offline, or the server does not answer. */
export function OutdatedNotice({ asOf, timeZone, onRetry }: OutdatedNoticeProps) {
  const { t } = useTranslation();
  const clock = useClock(timeZone);
  return (
    <Notice tone="wait" title={t('appointments.outdated.title')}>
      <p>{t('appointments.outdated.text', { time: clock(asOf) })}</p>
      <TryAgain onRetry={onRetry} />
    </Notice>
  );
}

function TryAgain({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <Button variant="default" onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}

interface RefusalNoticeProps {
  readonly refusal: BookingRefusal;
  /** The time that was refused. */
  readonly slot: TimeSlot;
  readonly timeZone: string;
  /** Reads the visit again, where that tells what became of it. */
  readonly onRetry: () => void;
}

/** Says why a visit was not moved, and what holds (SCHEDULE-6). It takes the focus. */
export function RefusalNotice({ refusal, slot, timeZone, onRetry }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const words = useTimeWords(slot, timeZone);
  if (refusal instanceof ApiProblem) {
    return (
      <Notice tone="bad" title={t('appointments.failed')} isFocused>
        <p>{problemText(refusal, t)}</p>
        <p>{t('appointments.holds')}</p>
        <Reference id={refusal.correlationId} />
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={t(`appointments.refusal.${refusal}.title`)} isFocused>
      <p>{t(`appointments.refusal.${refusal}.text`, words)}</p>
      {refusal === 'unknown' && <TryAgain onRetry={onRetry} />}
    </Notice>
  );
}

interface ConfirmingNoticeProps {
  /** The time that was chosen. */
  readonly slot: TimeSlot;
  readonly timeZone: string;
  /** True when it takes the place of the times that were pressed. */
  readonly isFocused: boolean;
}

/** Stands for the times while the field service has not yet confirmed the one that was chosen. */
export function ConfirmingNotice({ slot, timeZone, isFocused }: ConfirmingNoticeProps) {
  const { t } = useTranslation();
  const words = useTimeWords(slot, timeZone);
  return (
    <Notice tone="wait" title={t('appointments.confirming.title')} isFocused={isFocused}>
      <p>{oneStop(t('appointments.confirming.text', words))}</p>
      <p>{t('appointments.confirming.meaning')}</p>
    </Notice>
  );
}
