import type { TFunction } from 'i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { problemText } from '../../ui/problem-text.ts';

const badRequest = 400;

/** A refusal of signing in: at the field it belongs to, or above the form. */
export interface LoginProblem {
  readonly place: 'field' | 'form';
  readonly text: string;
  readonly correlationId?: string | undefined;
}

/** What stands at an address that is none, or not a customer's (LOGIN-2). */
export function unknownEmail(t: TFunction): LoginProblem {
  return { place: 'field', text: t('problems.login-unknown-email') };
}

/** What stands at a code that is wrong, expired, used or too short (LOGIN-4). */
export function invalidCode(t: TFunction): LoginProblem {
  return { place: 'field', text: t('problems.login-invalid-code') };
}

/** Words for a refusal: `refusedValue` where the server says that the value is wrong, else above the form. */
export function loginProblem(error: unknown, refusedValue: LoginProblem, t: TFunction): LoginProblem {
  if (!(error instanceof ApiProblem)) return { place: 'form', text: t('problems.server-error') };
  if (error.status === badRequest) return refusedValue;
  const correlationId = error.isUncertain ? error.correlationId : undefined;
  return { place: 'form', text: problemText(error, t), correlationId };
}
