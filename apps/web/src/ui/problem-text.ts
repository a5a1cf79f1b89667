import i18next, { type TFunction } from 'i18next';
import { ApiProblem } from '../api/api-problem.ts';
import { formatDuration } from './time.ts';

const defaultWaitSeconds = 60;

/** Returns the text of a problem, `problems.CODE` with dashes for the dots of the code; of any other error, that of this key. */
export function problemText(error: unknown, t: TFunction, otherwise = 'problems.server-error'): string {
  if (!(error instanceof ApiProblem)) return t(otherwise);
  const wait = formatDuration(error.retryAfterSeconds ?? defaultWaitSeconds, i18next.language);
  return t([`problems.${error.code.replaceAll('.', '-')}`, 'problems.server-error'], { wait });
}
