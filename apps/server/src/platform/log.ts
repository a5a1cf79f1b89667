import { type Logger, pino } from 'pino';

/** JSON lines on standard output; what could hold a secret is left out wherever it stands. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { req: () => undefined, res: () => undefined },
    redact: { paths: ['*.authorization', '*.token', '*.pin', '*.PIN', '*.otp', '*.code_hmac'], remove: true },
  });
}
