import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const count = z.int().nonnegative();

/** Results of sign-ins or of payments. `total` is their sum. */
const results = z.object({ total: count, success: count, failure: count });
/** Events of hosted forms. `total` is their sum. */
const frameEvents = z.object({ total: count, open: count, success: count, failure: count, errors: count });

/** An instant that every part can compute with. */
const boundary = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => text >= '1970' && text < '9999');

const counts = z.object({ login: results, payment: results, iframe: frameEvents });
export type Counts = z.infer<typeof counts>;

/** What was counted from `at` until the next point. */
const countsPoint = counts.extend({ at: z.string() });
export type CountsPoint = z.infer<typeof countsPoint>;

export const loginStats = endpoint({
  operationId: 'loginStats',
  feature: 'metrics',
  method: 'GET',
  path: '/login/otp/login-stats',
  summary:
    'Counts of sign-ins, payments, and hosted forms, for any signed-in user. They are by the hour: the range begins with the hour of startTime and ends with the one of endTime. startTime 0 counts everything.',
  requirement: 'API-24',
  isPolled: true,
  query: z.object({ startTime: z.union([z.literal('0'), boundary]), endTime: boundary }),
  reply: counts.extend({ series: z.array(countsPoint) }),
  problems: [],
});
