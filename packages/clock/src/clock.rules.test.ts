import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockFromFile, fixedClock, movableClock } from './clock.ts';

const noon = '2027-02-28T12:00:00.000Z';
const dayMs = 86_400_000;

test('a fixed clock always returns the same instant', () => {
  const clock = fixedClock(noon);
  expect(clock.now().toISOString()).toBe(noon);
  expect(clock.now()).not.toBe(clock.now());
});

test('a fixed clock rejects an invalid instant', () => {
  expect(() => fixedClock('yesterday')).toThrow('Not an instant');
});

test('a movable clock moves by days and to an instant', () => {
  const clock = movableClock(noon);
  clock.advance(dayMs);
  expect(clock.now().toISOString()).toBe('2027-03-01T12:00:00.000Z');
  clock.set('2028-01-31T00:00:00Z');
  expect(clock.now().toISOString()).toBe('2028-01-31T00:00:00.000Z');
});

test('a file clock follows its file, and returns the system time if the file is missing or invalid', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const file = join(folder, 'offset');
  const clock = clockFromFile(file);
  // A millisecond may pass between the two readings, and -0 is not 0.
  const daysAhead = () => Math.round((clock.now().getTime() - Date.now()) / dayMs) + 0;
  expect(daysAhead()).toBe(0);
  writeFileSync(file, `${40 * dayMs}\n`);
  await expect.poll(daysAhead).toBe(40);
  writeFileSync(file, 'next month');
  await expect.poll(daysAhead).toBe(0);
  rmSync(folder, { recursive: true });
});
