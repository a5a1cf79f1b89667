import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatCountdown, minutesLeft, useCountdown } from './time-left.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test.each([
  [300, '05:00', 5],
  [299, '04:59', 5],
  [240, '04:00', 4],
  [61, '01:01', 2],
  [9, '00:09', 1],
  [0, '00:00', 0],
])('[LOGIN-3] %d seconds show as %s, and are %d minutes to who listens', (seconds, shown, minutes) => {
  expect(formatCountdown(seconds)).toBe(shown);
  expect(minutesLeft(seconds)).toBe(minutes);
});

test('[LOGIN-3] counts from when the step opens down to 0 and stays there', () => {
  const { result } = renderHook(() => useCountdown(300));
  expect(result.current).toBe(300);
  pass(1000);
  expect(result.current).toBe(299);
  pass(298_000);
  expect(result.current).toBe(1);
  pass(60_000);
  expect(result.current).toBe(0);
});

test('[LOGIN-3] does not jump when the computer’s clock does', () => {
  const { result } = renderHook(() => useCountdown(300));
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  pass(1000);
  expect(result.current).toBe(299);
  vi.setSystemTime(Date.now() - 48 * 3_600_000);
  pass(1000);
  expect(result.current).toBe(298);
});
