import { type Logger, pino } from 'pino';

/** How much is collected, and how long at most, before it is written. */
const collected = { minLength: 4_096, periodicFlush: 100 };
const warnLevel = pino.levels.values.warn ?? 0;

/**
 * JSON lines on standard output; what could hold a secret is left out wherever it stands. Lines are written together,
 * a tenth of a second late at most; a warning or an error goes out at once with all lines before it.
 */
export function createLog(level: string): Logger {
  const output = pino.destination({ ...collected, sync: false });
  return pino(
    {
      level,
      base: null,
      timestamp: timeField,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: () => undefined, res: () => undefined },
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

/** The time of a line in ISO 8601; lines of one millisecond share it. */
function timeField(): string {
  const at = Date.now();
  if (at !== latest.at) latest = { at, field: `,"time":"${new Date(at).toISOString()}"` };
  return latest.field;
}
