import type { JobStatus } from '@myaccount/contract/visit-progress';
import { expect, test } from 'vitest';
import { type Minutes, progressFieldsOf } from './visit-progress.rules.ts';

const estimatedAt = new Date('2026-11-28T13:30:00Z');
const both: Minutes = { shortest: 10, longest: 40, estimatedAt };
const [earliest, latest] = ['2026-11-28T13:40:00.000Z', '2026-11-28T14:10:00.000Z'];

test.each<[JobStatus, Partial<Minutes>, earliest: string | null, latest: string | null]>([
  ['En Route', {}, earliest, latest],
  ['En Route', { shortest: 0 }, estimatedAt.toISOString(), latest],
  ['En Route', { shortest: null }, null, latest],
  ['En Route', { longest: null }, earliest, null],
  ['En Route', { estimatedAt: null }, null, null],
  ['Ready', {}, null, null],
  ['Dispatch', {}, null, null],
  ['In Progress', {}, null, null],
  ['Complete', {}, null, null],
])('[SCHEDULE-4] %s with %j: arrives between %s and %s', (jobStatus, over, from, to) => {
  const minutes = { ...both, ...over };
  expect(progressFieldsOf({ jobStatus, techFirstName: 'Sam', minutes })).toEqual({
    jobStatus,
    techFirstName: 'Sam',
    shortestArrivalETA: from,
    longestArrivalETA: to,
  });
});
