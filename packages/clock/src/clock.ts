import { readFileSync } from 'node:fs';

/** Where every part of the portal asks for the time; nothing calls `new Date()` by itself. */
export interface Clock {
  now(): Date;
}

/** A clock that a test moves by hand. */
export interface MovableClock extends Clock {
  /** Moves the clock forward (or back, when negative). */
  advance(milliseconds: number): void;
  /** Sets the clock to an instant. */
  set(instant: Date | string): void;
}

const pollIntervalMs = 150;

/** The time of this machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still at the given instant. */
export function fixedClock(instant: Date | string): Clock {
  const milliseconds = epochMilliseconds(instant);
  return { now: () => new Date(milliseconds) };
}

/** A clock that stands still until it is moved. */
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
 * The time of this machine, shifted by the number of milliseconds that stands in a file. Several processes that
 * obey the same file move through time together; the file is read again several times a second. A missing, empty
 * or unreadable file means no shift.
 */
export function clockFromFile(path: string): Clock {
  let offsetMs = readOffset(path);
  setInterval(() => {
    offsetMs = readOffset(path);
  }, pollIntervalMs).unref();
  return { now: () => new Date(Date.now() + offsetMs) };
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
