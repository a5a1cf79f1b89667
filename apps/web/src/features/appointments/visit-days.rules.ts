import { maximumAppointmentDays } from '@myaccount/contract/appointments';
import { addDays } from '@myaccount/contract/calendar';
import { within } from '../../ui/calendar-days.ts';
import type { TimeSlot } from './visit-time.rules.ts';

/** A day that has times, as the server answers it. */
export interface DayOfSlots {
  readonly start: string;
  readonly Slots: readonly TimeSlot[];
}

/** First and last day of one request for times, both `YYYY-MM-DD`. */
export interface DayWindow {
  readonly first: string;
  readonly last: string;
}

/** Returns the days to load so that `day` is among them: `slotDays` more, as often as it takes. */
export function nextWindow(loadedUntil: string, day: string, slotDays: number): DayWindow {
  let last = addDays(loadedUntil, slotDays);
  while (last < day) last = addDays(last, slotDays);
  return { first: addDays(loadedUntil, 1), last };
}

/** Returns the days to load from today on: until a day, as far as one request goes. */
export function windowUntil(day: string, today: string): DayWindow {
  return { first: today, last: within(day, today, addDays(today, maximumAppointmentDays - 1)) };
}

/** Returns the times of all days, in order. */
export function allSlots(days: readonly DayOfSlots[]): readonly TimeSlot[] {
  return days.flatMap(({ Slots }) => Slots).sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
}

/** Returns the times of a day, in order; none if the day has none. */
export function slotsOf(days: readonly DayOfSlots[], day: string): readonly TimeSlot[] {
  return allSlots(days.filter(({ start }) => start === day));
}
