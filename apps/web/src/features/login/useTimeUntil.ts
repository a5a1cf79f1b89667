import { useTranslation } from 'react-i18next';
import { clockHour, formatTime } from '../../ui/business-time.ts';

/**
 * Returns the values of a text that says until when: the time in the operator's time zone, and its hour as `count`, because
 * Spanish says “la 1:05” and “las 2:05”.
 */
export function useTimeUntil(expiresAt: string): { time: string; count: number } {
  const { i18n } = useTranslation();
  const instant = new Date(expiresAt);
  return { time: formatTime(instant, i18n.language), count: clockHour(instant) };
}
