/** Ranges of the metrics page, in days; 0 is all time (METRICS-1). */
export const ranges = [1, 7, 15, 30, 0] as const;
export type Range = (typeof ranges)[number];

/** Returns the range that a query parameter names; otherwise the last 24 hours. */
export function rangeOf(text: string | undefined): Range {
  return ranges.find((range) => String(range) === text) ?? 1;
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Returns the period of a range, as login-stats takes it: the hour that runs now, and whole hours before it. */
export function periodOf(range: Range, now: Date) {
  if (range === 0) return { startTime: '0', endTime: now.toISOString() };
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs;
  const start = thisHour + hourMs - range * dayMs;
  return { startTime: new Date(start).toISOString(), endTime: now.toISOString() };
}

/** Returns the period before the one of a range, as long as it. */
export function periodBefore(range: Exclude<Range, 0>, now: Date): ReturnType<typeof periodOf> {
  const endTime = periodOf(range, now).startTime;
  const start = Date.parse(endTime) - range * dayMs;
  return { startTime: new Date(start).toISOString(), endTime };
}
