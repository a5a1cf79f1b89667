import type { ProblemCode } from '@myaccount/contract/problem';
import type { Portal } from '../platform/portal.ts';
import { type Limit, limitOf } from '../platform/rate-limit.ts';

/** Returns a limit of `points` per key within the window that sign-in has, too (LOGIN_WINDOW_SECONDS). */
export function windowLimit(
  portal: Portal,
  name: string,
  points: number,
  code: ProblemCode = 'request.too-many',
): Limit {
  return limitOf(portal, { name, points, seconds: portal.config.login.windowSeconds, code });
}
