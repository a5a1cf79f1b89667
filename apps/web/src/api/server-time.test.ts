import { beforeEach, expect, test, vi } from 'vitest';
import { keepServerTime, serverNow } from './server-time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-24T17:00:00Z');
});

const answered = (date?: string) => keepServerTime(new Headers(date === undefined ? {} : { date }));

test.each([
  ['behind', 'Tue, 24 Nov 2026 19:30:00 GMT', '2026-11-24T19:31:00.000Z'],
  ['ahead', 'Mon, 23 Nov 2026 17:00:00 GMT', '2026-11-23T17:01:00.000Z'],
])('[METHODS-3] where the clock of the device is %s, the time is the server’s', (_how, date, now) => {
  answered(date);
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime('2026-11-24T17:01:00Z');
  expect(serverNow().toISOString()).toBe(now);
});

test.each([[undefined], ['soon']])('[METHODS-3] an answer with the date %j changes nothing', (date) => {
  answered('Tue, 24 Nov 2026 17:00:10 GMT');
  answered(date);
  expect(serverNow().toISOString()).toBe('2026-11-24T17:00:10.000Z');
});
