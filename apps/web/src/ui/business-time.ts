import { languageEntries, matchLanguage } from '@myaccount/contract/languages';
import { config } from '../api/config.ts';

/** Formats an instant in the operator's time zone, which it names, as the mails do: “3:42 PM EST”. */
export function formatTime(instant: Date, language: string): string {
  const { locale } = languageEntries[matchLanguage([language])];
  const { timeZone } = config;
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);
}

/** Returns the hour, 1 to 12, that {@link formatTime} shows. */
export function clockHour(instant: Date): number {
  const { timeZone } = config;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric' }).formatToParts(instant);
  return Number(parts.find(({ type }) => type === 'hour')?.value);
}
