import { type Logger, pino } from 'pino';
import { logError } from './log-error.ts';

/** Buffer size in bytes and longest delay in milliseconds before lines are written. */
const buffering = { minLength: 4_096, periodicFlush: 100 };
const warnLevel = pino.levels.values.warn ?? 0;

/**
 * Returns a logger of JSON lines on standard output without fields that could hold a secret. Lines are written in
 * batches, at most a tenth of a second late. A warning or error writes all lines at once.
 */
export function createLog(level: string): Logger {
  const output = pino.destination({ ...buffering, sync: false });
  return pino(
    {
      level,
      base: null,
      timestamp: timeField,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined, err: (error) => logError(error) },
      redact: {
        paths: ['*.authorization', '*.token', '*.pin', '*.PIN', '*.otp', '*.code_hmac'],
        remove: true,
      },
      hooks: {
        logMethod(line, write, lineLevel) {
          write.apply(this, line);
          if (lineLevel >= warnLevel) output.flush();
        },
      },
    },
    output,
  );
}

let latest = { at: 0, field: '' };

/** Returns a line's time in ISO 8601. Lines of the same millisecond share the text. */
function timeField(): string {
  const at = Date.now();
  if (at !== latest.at) latest = { at, field: `,"time":"${new Date(at).toISOString()}"` };
  return latest.field;
}
