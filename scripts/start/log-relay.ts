import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { limitLog } from '@myaccount/local-postgres/rotate-log';
import { pino } from 'pino';

/** Shows the warnings and errors that a program writes to its log. */
export interface LogRelay {
  /** Shows what was written since, and stops watching. */
  stop(): void;
}

const pollMs = 250;
const chunkBytes = 65_536;
const levels = pino.levels.values;
const warnLevel = 40;

/**
 * Follows a log file from its current end and passes on warnings, errors, and every line that is not JSON (such as the
 * message of a failed start), and rotates it by size. The program writes the file itself, so it never depends on its reader.
 */
export function relayWarnings(logFile: string, show: (line: string) => void): LogRelay {
  const file = openSync(logFile, 'r');
  let position = fstatSync(file).size;
  const buffer = Buffer.alloc(chunkBytes);
  let unfinished = '';
  const decoder = new TextDecoder();

  const readOn = () => {
    const readNext = () => readSync(file, buffer, 0, chunkBytes, position);
    for (let length = readNext(); length > 0; length = readNext()) {
      position += length;
      const lines = (unfinished + decoder.decode(buffer.subarray(0, length), { stream: true })).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) {
        const shown = describeLogLine(line);
        if (shown) show(shown);
      }
    }
  };

  const timer = setInterval(readOn, pollMs);
  timer.unref();
  const endLimit = limitLog(logFile, () => {
    readOn();
    position = 0;
  });
  return {
    stop: () => {
      endLimit();
      clearInterval(timer);
      readOn();
      closeSync(file);
    },
  };
}

/** Returns what to show of a log line; undefined when nothing. */
export function describeLogLine(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() ? line : undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    const number = typeof level === 'string' ? levels[level] : level;
    if (!(number >= warnLevel)) return undefined;
    return [number > warnLevel ? 'error:' : 'warning:', msg, err?.message].filter(Boolean).join(' ');
  } catch {
    return line;
  }
}
