import { useEffect, useState } from 'react';

const tickMs = 250;
const millisecondsPerSecond = 1000;
const secondsPerMinute = 60;

/** “04:59” of seconds. */
export function formatCountdown(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(seconds / secondsPerMinute))}:${part(seconds % secondsPerMinute)}`;
}

/** Whole minutes that are left, rounded up: what is read out, once a minute. */
export function minutesLeft(seconds: number): number {
  return Math.ceil(seconds / secondsPerMinute);
}

/**
 * Seconds left of `total` since the component appeared. Counted on the page's monotonic clock: setting the
 * computer's clock changes nothing.
 */
export function useCountdown(totalSeconds: number): number {
  const [endsAtMs] = useState(() => performance.now() + totalSeconds * millisecondsPerSecond);
  const [seconds, setSeconds] = useState(totalSeconds);

  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAtMs - performance.now()) / millisecondsPerSecond));
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, tickMs);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  return seconds;
}
