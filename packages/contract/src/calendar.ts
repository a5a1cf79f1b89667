const dayMs = 86_400_000;

/** Returns the day this number of days later, `YYYY-MM-DD`; earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the same day this number of months later, or the last day of a shorter month; earlier if negative. */
export function addMonths(day: string, months: number): string {
  const last = lastDayOfMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** Returns the last day, `YYYY-MM-DD`, of a month from 1 to 12. Others count on into the years before and after. */
export function lastDayOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
