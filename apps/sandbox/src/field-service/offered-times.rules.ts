import { createHash } from 'node:crypto';
import { addDays, businessToday, timeOn } from '../personas/calendar.ts';

/** A time of an area with its room before anybody booked it. */
export interface PlannedTime {
  readonly start: string;
  readonly end: string;
  readonly capacity: number;
}

const windows = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
  ['13:00', '15:00'],
  ['15:00', '17:00'],
] as const;
const mostPlaces = 4;
/** Postal codes that end so have no times at all. */
export const emptyArea = '99';
/** Postal codes that end so have one place at each time, so that a test can count. */
export const narrowArea = '77';

/** Returns the times of an area between two instants: none on Sundays, and some full because others came first. */
export function plannedTimes(area: string, from: string, to: string): PlannedTime[] {
  if (area.endsWith(emptyArea)) return [];
  const times: PlannedTime[] = [];
  const last = businessToday(new Date(to));
  for (let day = businessToday(new Date(from)); day <= last; day = addDays(day, 1)) {
    if (new Date(`${day}T12:00:00Z`).getUTCDay() === 0) continue;
    for (const [begin, end] of windows) {
      const start = new Date(timeOn(day, begin)).toISOString();
      if (start < new Date(from).toISOString() || start >= new Date(to).toISOString()) continue;
      times.push({
        start,
        end: new Date(timeOn(day, end)).toISOString(),
        capacity: capacityOf(area, start),
      });
    }
  }
  return times;
}

/** Returns the room of a time, 0 to 3: always the same one for an area. */
function capacityOf(area: string, start: string): number {
  if (area.endsWith(narrowArea)) return 1;
  const [first = 0] = createHash('sha256').update(`${area} ${start}`).digest();
  return first % mostPlaces;
}
