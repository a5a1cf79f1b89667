import { readFileSync } from 'node:fs';

/** The source of time for every part of the portal. Nothing else calls `new Date()` for the current time. */
export interface Clock {
  now(): Date;
}

/** A clock that a test moves by hand. */
export interface MovableClock extends Clock {
  /** Moves the clock forward, or back if negative. */
  advance(milliseconds: number): void;
  /** Sets the clock to an instant. */
  set(instant: Date | string): void;
}

const pollIntervalMs = 150;

/** The system time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock fixed at the given instant. */
export function fixedClock(instant: Date | string): Clock {
  const milliseconds = epochMilliseconds(instant);
  return { now: () => new Date(milliseconds) };
}

/** A clock that changes only when a test moves it. */
export function movableClock(instant: Date | string): MovableClock {
  let milliseconds = epochMilliseconds(instant);
  return {
    now: () => new Date(milliseconds),
    advance: (by) => {
      milliseconds += by;
    },
    set: (to) => {
      milliseconds = epochMilliseconds(to);
    },
  };
}

/**
 * The system time plus the milliseconds in a file. Processes that share the file share the offset. Reads the file at most
 * several times a second. A missing, empty, or unreadable file means no offset.
 */
export function clockFromFile(path: string): Clock {
  let offsetMs = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    now: () => {
      const nowMs = Date.now();
      if (Math.abs(nowMs - readAtMs) >= pollIntervalMs) {
        offsetMs = readOffset(path);
        readAtMs = nowMs;
      }
      return new Date(nowMs + offsetMs);
    },
  };
}

function readOffset(path: string): number {
  try {
    const offsetMs = Number(readFileSync(path, 'utf8').trim());
    return Number.isSafeInteger(offsetMs) ? offsetMs : 0;
  } catch {
    return 0;
  }
}

function epochMilliseconds(instant: Date | string): number {
  const milliseconds = new Date(instant).getTime();
  if (Number.isNaN(milliseconds)) throw new RangeError(`Not an instant: ${instant}`);
  return milliseconds;
}
