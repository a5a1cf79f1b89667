import { type Logger, pino } from 'pino';
import { logError } from './log-error.ts';

/** Buffer size in bytes, above which lines are written at once. */
const minLength = 4_096;
/** Longest delay before lines are written. */
const flushMs = 100;
const warnLevel = pino.levels.values.warn ?? 0;

/**
 * Returns a logger of JSON lines on standard output without fields that could hold a secret. Lines are written in
 * batches, at most a tenth of a second late. A warning or error writes all lines at once.
 */
export function createLog(level: string): Logger {
  const output = pino.destination({ minLength, sync: false });
  let isFlushing = false;
  // pino's own periodic flush writes ten times a second, also when there is nothing to write.
  const flushSoon = () => {
    if (isFlushing) return;
    isFlushing = true;
    setTimeout(() => {
      isFlushing = false;
      output.flush();
    }, flushMs).unref();
  };
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
          else flushSoon();
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
