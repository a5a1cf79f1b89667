import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

const maxLogs = 3;

/** Renames a log file to `name.1.log` and shifts older ones, so that each start has its own log. */
export function rotateLog(logFile: string): void {
  mkdirSync(dirname(logFile), { recursive: true });
  const numbered = (number: number) => (number === 0 ? logFile : logFile.replace(/\.log$/, `.${number}.log`));
  for (let number = maxLogs - 1; number >= 0; number--) {
    if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
  }
}
