import { clockHour } from '@myaccount/contract/dates';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { formatTime } from '../../ui/time.ts';

const tickMs = 250;
const millisecondsPerSecond = 1000;
const secondsPerMinute = 60;

/** Formats seconds as “04:59”. */
export function formatCountdown(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(seconds / secondsPerMinute))}:${part(seconds % secondsPerMinute)}`;
}

/** Returns the seconds left of `totalSeconds` since a time of this computer's clock, in milliseconds since 1970. */
export function secondsLeft(totalSeconds: number, since: number): number {
  const left = totalSeconds - (Date.now() - since) / millisecondsPerSecond;
  return Math.ceil(Math.min(totalSeconds, Math.max(0, left)));
}

/** Returns the seconds left of `totalSeconds` since the component mounted, whatever happens to the system clock. */
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

/** Returns the values of a text that says until when; `count` is the hour: Spanish says “la 1:05” and “las 2:05”. */
export function useTimeUntil(expiresAt: string): { time: string; count: number } {
  const { i18n } = useTranslation();
  const instant = new Date(expiresAt);
  return { time: formatTime(instant, i18n.language), count: clockHour(instant, config.timeZone) };
}
