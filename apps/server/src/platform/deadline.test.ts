import { setTimeout as sleep } from 'node:timers/promises';
import { movableClock } from '@myaccount/clock';
import { expect, test } from 'vitest';
import { deadlineIn } from './deadline.ts';

const start = '2026-11-24T17:00:00Z';
const hour = 3_600_000;

test('[CHARGE-1] a time limit ends on time although the wall clock was set back', async () => {
  const clock = movableClock(start);
  const deadline = deadlineIn(40, clock);
  clock.advance(-hour);
  expect(deadline.isOver()).toBe(false);
  await sleep(60);
  expect(deadline.isOver()).toBe(true);
});

test('[CHARGE-1] a time limit ends on time although the process was paused', () => {
  const clock = movableClock(start);
  const deadline = deadlineIn(5_000, clock);
  clock.advance(4_999);
  expect(deadline.isOver()).toBe(false);
  clock.advance(1);
  expect(deadline.isOver()).toBe(true);
});
