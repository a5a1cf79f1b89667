import type { JobStatus } from '@myaccount/contract/visit-progress';
import { describe, expect, test } from 'vitest';
import { calendarSequence, notificationOf } from './appointments.rules.ts';

const at = (jobStatus: JobStatus, hour = 10) => ({
  jobStatus,
  startsAt: new Date(`2026-12-03T${hour}:00:00Z`),
  endsAt: new Date(`2026-12-03T${hour + 2}:00:00Z`),
});

describe('what customers are notified of when a visit changes', () => {
  test.each([
    [at('Ready'), at('Dispatch'), []],
    [at('Ready'), at('Ready', 14), ['appointment-moved']],
    [at('Dispatch'), at('En Route'), ['technician-on-the-way']],
    [at('Dispatch'), at('En Route', 14), ['appointment-moved', 'technician-on-the-way']],
    [at('En Route'), at('En Route'), []],
    [at('En Route'), at('In Progress'), []],
    [at('In Progress'), at('Complete'), []],
    [at('In Progress'), at('Complete', 14), []],
    [at('Ready'), at('Cancelled'), ['appointment-canceled']],
    [at('En Route'), at('Cancelled'), ['appointment-canceled']],
    // Nobody needs to know when it would have been.
    [at('Ready'), at('Cancelled', 14), ['appointment-canceled']],
    [at('Cancelled'), at('Cancelled', 14), []],
    [at('Complete'), at('Cancelled'), []],
    [at('Cancelled'), at('Complete'), []],
    [at('Cancelled'), at('Ready'), ['appointment-made']],
    [at('Cancelled'), at('Dispatch'), ['appointment-made']],
    [at('Cancelled'), at('Ready', 14), ['appointment-moved']],
    [at('Cancelled'), at('In Progress'), []],
    [at('Complete'), at('Ready'), []],
  ])('[SMS-1] from %j to %j', (before, after, notification) => {
    expect(notificationOf(before, after)).toEqual(notification);
  });
});

test('[SCHEDULE-3] the first calendar entry of a visit has the SEQUENCE 0', () => {
  expect([1, 2, 7].map(calendarSequence)).toEqual([0, 1, 6]);
});
