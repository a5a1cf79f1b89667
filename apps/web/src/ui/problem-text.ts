import i18next, { type TFunction } from 'i18next';
import type { ApiProblem } from '../api/api-problem.ts';
import { formatDuration } from './time.ts';

const defaultWaitSeconds = 60;

/** Returns the text of a problem: `problems.CODE`, with dashes for the dots of the code. */
export function problemText(problem: ApiProblem, t: TFunction): string {
  const wait = formatDuration(problem.retryAfterSeconds ?? defaultWaitSeconds, i18next.language);
  return t([`problems.${problem.code.replaceAll('.', '-')}`, 'problems.server-error'], { wait });
}
