import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatCountdown, useCountdown } from './time-left.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test.each([
  [300, '05:00'],
  [299, '04:59'],
  [61, '01:01'],
  [9, '00:09'],
  [0, '00:00'],
])('[LOGIN-3] %d seconds show as %s', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown);
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
