import { formatMonthDay } from '@myaccount/contract/dates';
import { matchLanguage } from '@myaccount/contract/languages';
import { config } from '../../api/config.ts';
import { localeOf } from '../../ui/calendar-days.ts';
import { businessToday, formatShortDay } from '../../ui/time.ts';
import { dayMs, hourMs } from './ranges.ts';

/** Formats a count: “1,250”. */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language)).format(count);
}

/** Formats a share, at least 1 %: “25%”. */
export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(Math.max(0.01, share));
}

const format = (instant: Date | string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: config.timeZone }).format(
    new Date(instant),
  );

/** Formats the start of a point in full: “Nov 24, 2026, 3 PM”; without the hour where a point is a day or longer. */
export function formatPoint(at: string, stepMs: number, language: string): string {
  const day = formatShortDay(businessToday(new Date(at)), language);
  return stepMs < dayMs ? `${day}, ${format(at, language, { hour: 'numeric' })}` : day;
}

/** Formats a point for the axis of a chart: “3 PM” of an hour, otherwise “Nov 24”, “24 nov”. */
export function formatTick(at: string, stepMs: number, language: string): string {
  if (stepMs <= hourMs) return format(at, language, { hour: 'numeric' });
  return formatMonthDay(businessToday(new Date(at)), matchLanguage([language]));
}

/** Returns the hour of an instant, 0 to 23, in the operator's time zone. */
export function hourOf(at: string): number {
  return Number(format(at, 'en', { hour: '2-digit', hourCycle: 'h23' }));
}

/** Formats the time of a reading to the second: “3:42:10 PM EST”. */
export function formatReading(at: Date, language: string): string {
  const seconds = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return format(at, language, { ...seconds, timeZoneName: 'short' });
}
