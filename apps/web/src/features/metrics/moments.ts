import type { CountsPoint } from '@myaccount/contract/metrics';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { formatDay } from '../../ui/day.ts';
import { localeOf } from './number.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Milliseconds between two points of a series; one hour if it has fewer than two. */
export function stepOf(series: readonly CountsPoint[]): number {
  const [first, second] = series;
  return first && second ? Date.parse(second.at) - Date.parse(first.at) : hourMs;
}

const format = (instant: string, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: config.timeZone }).format(
    new Date(instant),
  );

/** Formats the start of a point in full: “Nov 24, 2026, 3 PM”; without the hour where a point is a day or longer. */
export function formatPoint(at: string, stepMs: number, language: string): string {
  const day = formatDay(businessToday(new Date(at)), language);
  return stepMs < dayMs ? `${day}, ${format(at, language, { hour: 'numeric' })}` : day;
}

/** Formats a point for the axis of a chart: “3 PM” of an hour, otherwise “Nov 24”, the month first as everywhere. */
export function formatTick(at: string, stepMs: number, language: string): string {
  if (stepMs <= hourMs) return format(at, language, { hour: 'numeric' });
  return formatDay(businessToday(new Date(at)), language).replace(/,.*$/, '');
}

/** Returns the hour of an instant, 0 to 23, in the operator's time zone. */
export function hourOf(at: string): number {
  return Number(format(at, 'en', { hour: '2-digit', hourCycle: 'h23' }));
}

/** Formats the time of a reading to the second: “3:42:10 PM EST”. */
export function formatReading(at: Date, language: string): string {
  return format(at.toISOString(), language, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}
