import i18next, { type TFunction } from 'i18next';
import type { ApiProblem } from '../api/api-problem.ts';
import { formatDuration } from './duration.ts';

const defaultWaitSeconds = 60;

/** The one place that turns a refusal's code into words: `problems.CODE`, its dots written as dashes. */
export function problemText(problem: ApiProblem, t: TFunction): string {
  const wait = formatDuration(problem.retryAfterSeconds ?? defaultWaitSeconds, i18next.language);
  return t([`problems.${problem.code.replaceAll('.', '-')}`, 'problems.server-error'], { wait });
}
