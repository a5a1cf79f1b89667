import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import type { Visit } from './appointments.queries.ts';
import { betweenText } from './between-text.ts';
import { useTimeDisplay } from './useTimeDisplay.ts';
import { dayIn, oneStop, visitDay } from './visit-time.rules.ts';

interface ConfirmingNoticeProps {
  /** The time that was chosen. */
  readonly time: NonNullable<Visit['confirming']>;
  readonly timeZone: string;
  /** True when it takes the place of the times that were pressed. */
  readonly isFocused: boolean;
}

/** Stands for the times while the field service has not yet confirmed the one that was chosen. */
export function ConfirmingNotice({ time, timeZone, isFocused }: ConfirmingNoticeProps) {
  const { t } = useTranslation();
  const display = useTimeDisplay(time.startDate, timeZone);
  const day = visitDay(dayIn(new Date(time.startDate), timeZone), display.language);
  const between = betweenText(t, { start: time.startDate, end: time.endDate }, display);
  return (
    <Notice tone="wait" title={t('appointments.confirming.title')} isFocused={isFocused}>
      <p>{oneStop(t('appointments.confirming.text', { day, time: between }))}</p>
      <p>{t('appointments.confirming.meaning')}</p>
    </Notice>
  );
}
