import { clockHour as clockHourIn, formatTime as formatTimeIn } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { config } from '../api/config.ts';

/** Formats an instant in the operator's time zone, which it names, as the mails do: “3:42 PM EST”. */
export function formatTime(instant: Date, language: string): string {
  return formatTimeIn(instant, matchLanguage([language]), config.timeZone);
}

/** Returns the hour, 1 to 12, that {@link formatTime} shows. */
export function clockHour(instant: Date): number {
  return clockHourIn(instant, config.timeZone);
}
