const dayMs = 86_400_000;
const lastCycleDay = 28;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** Today in the demo's business time zone (US Eastern). */
export function businessToday(now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(now);
}

export function addDays(day: string, days: number): string {
  return text(new Date(at(day).getTime() + days * dayMs));
}

/** The same day of the month, months later. The day must exist in every month. */
export function addMonths(day: string, months: number): string {
  const date = at(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return text(date);
}

export function dayOfMonth(day: string): number {
  return at(day).getUTCDate();
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((at(to).getTime() - at(from).getTime()) / dayMs);
}

/** The day this many days ago, moved back to day 28 if it is later in the month. */
export function cycleDayBefore(today: string, daysAgo: number): string {
  const day = addDays(today, -daysAgo);
  const excess = dayOfMonth(day) - lastCycleDay;
  return excess > 0 ? addDays(day, -excess) : day;
}

/** MM/YYYY of the month this many months from the day. */
export function cardMonth(day: string, months: number): string {
  const [year, month] = addMonths(`${day.slice(0, 8)}01`, months).split('-');
  return `${month}/${year}`;
}

/** An instant of the day in the Eastern standard offset, all year. Daytime hours stay within the day in summer too. */
export function timeOn(day: string, clock: string): string {
  return `${day}T${clock}:00-05:00`;
}
