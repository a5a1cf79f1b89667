import type { TFunction } from 'i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { problemText } from '../../ui/problem-text.ts';

const badRequest = 400;

/** A refused sign-in, shown at its field or above the form. */
export interface LoginProblem {
  readonly place: 'field' | 'form';
  readonly text: string;
  readonly correlationId?: string | undefined;
}

/** The problem of an invalid or unknown address (LOGIN-2). */
export function unknownEmail(t: TFunction): LoginProblem {
  return { place: 'field', text: t('problems.login-unknown-email') };
}

/** The problem of a code that is wrong, expired, used, or too short (LOGIN-4). */
export function invalidCode(t: TFunction): LoginProblem {
  return { place: 'field', text: t('problems.login-invalid-code') };
}

/** Returns the problem to show: `invalidValue` when the server says that the value is wrong, else one above the form. */
export function loginProblem(error: unknown, invalidValue: LoginProblem, t: TFunction): LoginProblem {
  if (!(error instanceof ApiProblem)) return { place: 'form', text: t('problems.server-error') };
  if (error.status === badRequest) return invalidValue;
  const correlationId = error.isUncertain ? error.correlationId : undefined;
  return { place: 'form', text: problemText(error, t), correlationId };
}
