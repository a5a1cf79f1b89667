const dayMs = 86_400_000;
const lastCycleDay = 28;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** Today in the eastern business day of the demo. */
export function businessToday(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(now);
}

export function addDays(day: string, days: number): string {
  return text(new Date(at(day).getTime() + days * dayMs));
}

/** The same day of the month so many months later; the day is one that every month has. */
export function addMonths(day: string, months: number): string {
  const date = at(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return text(date);
}

export function dayOfMonth(day: string): number {
  return at(day).getUTCDate();
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((at(to).getTime() - at(from).getTime()) / dayMs);
}

/** The day so many days ago, or the last before it that every month has. */
export function cycleDayBefore(today: string, daysAgo: number): string {
  const day = addDays(today, -daysAgo);
  const excess = dayOfMonth(day) - lastCycleDay;
  return excess > 0 ? addDays(day, -excess) : day;
}

/** MM/YYYY of the month so many months from the day. */
export function cardMonth(day: string, months: number): string {
  const [year, month] = addMonths(`${day.slice(0, 8)}01`, months).split('-');
  return `${month}/${year}`;
}

/** An instant of the day, in the offset of eastern winter all year: hours that stay within the day either way. */
export function timeOn(day: string, clock: string): string {
  return `${day}T${clock}:00-05:00`;
}
