import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const maxLogs = 3;
const pollMs = 1_000;
const chunkBytes = 65_536;

/** A log that is larger while its program runs is rotated. */
export const maxLogBytes = 10 * 1024 * 1024;

/** Renames a log file to `name.1.log` and shifts older ones, so that each start has its own log. */
export function rotateLog(logFile: string): void {
  mkdirSync(dirname(logFile), { recursive: true });
  shiftLogs(logFile, 0);
}

/**
 * Rotates a log whenever it is larger than {@link maxLogBytes}, while a program writes it that opened it for appending.
 * Calls `beforeEmptied` each time. Returns what ends it.
 */
export function limitLog(logFile: string, beforeEmptied: () => void = () => undefined): () => void {
  const timer = setInterval(() => {
    try {
      if (statSync(logFile).size > maxLogBytes) rotateOpenLog(logFile, beforeEmptied);
    } catch {
      // The disk is full, or somebody deleted the log. It is tried again.
    }
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Copies a log and empties it, because its program keeps the file open. What it writes meanwhile is copied too; only a line
 * of the microseconds between the last reading and the emptying would be lost.
 */
function rotateOpenLog(logFile: string, beforeEmptied: () => void): void {
  const [log, copy] = [openSync(logFile, 'r+'), openSync(`${logFile}.copy`, 'w', 0o600)];
  const buffer = Buffer.alloc(chunkBytes);
  const copyOn = () => {
    const readNext = () => readSync(log, buffer, 0, chunkBytes, null);
    for (let length = readNext(); length > 0; length = readNext()) writeSync(copy, buffer, 0, length);
  };
  try {
    copyOn();
    shiftLogs(logFile, 1);
    renameSync(`${logFile}.copy`, numbered(logFile, 1));
    beforeEmptied();
    copyOn();
    ftruncateSync(log);
  } finally {
    closeSync(log);
    closeSync(copy);
  }
}

/** Gives a log and those after it the next number; the last one is replaced. */
function shiftLogs(logFile: string, first: number): void {
  for (let number = maxLogs - 1; number >= first; number--) {
    if (existsSync(numbered(logFile, number)))
      renameSync(numbered(logFile, number), numbered(logFile, number + 1));
  }
}

function numbered(logFile: string, number: number): string {
  return number === 0 ? logFile : logFile.replace(/\.log$/, `.${number}.log`);
}
