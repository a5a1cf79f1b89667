import type { Clock } from '@myaccount/clock';

/** The end of a time limit. */
export interface Deadline {
  isOver(): boolean;
}

/**
 * Starts a time limit that ends by the first of two clocks: setting the wall clock back does not extend it, and neither
 * does a pause of the machine, during which the monotonic clock may stop.
 */
export function deadlineIn(milliseconds: number, clock: Clock): Deadline {
  const endsAt = clock.now().getTime() + milliseconds;
  const endsAtMonotonic = performance.now() + milliseconds;
  return { isOver: () => clock.now().getTime() >= endsAt || performance.now() >= endsAtMonotonic };
}
