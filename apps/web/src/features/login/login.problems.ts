import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { problemText } from '../../ui/problem-text.ts';

const badRequest = 400;
const millisecondsPerSecond = 1000;
const defaultWaitSeconds = 60;
const waitCodes: readonly string[] = ['login.too-many-codes', 'login.too-many-tries'];

/** A refused sign-in, shown at its field or above the form. */
export interface LoginProblem {
  readonly place: 'field' | 'form';
  readonly text: string;
  /** What to do next. */
  readonly advice?: string;
  /** True if the advice is to call. */
  readonly hasPhone?: boolean;
  /** The code was right once: a new one helps, another try does not. */
  readonly isExpired?: boolean;
  /** Time until the page tries again by itself: the mail server is away. */
  readonly retrySeconds?: number;
  /** Time until the next try. */
  readonly waitSeconds?: number;
  readonly correlationId?: string | undefined;
}

/** The problem of an invalid or unknown address (LOGIN-2). */
export function unknownEmail(t: TFunction): LoginProblem {
  const text = t('problems.login-unknown-email');
  return { place: 'field', text, advice: t('login.emailAdvice'), hasPhone: true };
}

/** The problem of a code that is wrong, used, or too short (LOGIN-4). `isRepeated` after several such codes. */
export function invalidCode(t: TFunction, isRepeated = false): LoginProblem {
  const advice = isRepeated ? t('login.codeRepeatedAdvice') : t('login.codeAdvice');
  return { place: 'field', text: t('problems.login-invalid-code'), advice };
}

/** The problem of a code whose time is over (LOGIN-4). */
export function expiredCode(t: TFunction): LoginProblem {
  const text = t('problems.login-expired-code');
  return { place: 'field', text, advice: t('login.codeExpiredAdvice'), isExpired: true };
}

/** Returns the problem to show: `invalidValue` when the server says that the value is wrong, else what it says. */
export function loginProblem(error: unknown, invalidValue: LoginProblem, t: TFunction): LoginProblem {
  if (!(error instanceof ApiProblem)) return { place: 'form', text: t('problems.server-error') };
  if (error.code === 'login.expired-code') return expiredCode(t);
  if (error.status === badRequest) return invalidValue;
  const text = problemText(error, t);
  const { retryAfterSeconds: seconds = defaultWaitSeconds } = error;
  if (waitCodes.includes(error.code)) return { place: 'form', text, waitSeconds: seconds };
  if (error.code === 'login.mail-unavailable') return { place: 'form', text, retrySeconds: seconds };
  return { place: 'form', text, correlationId: error.isUncertain ? error.correlationId : undefined };
}

/** The problem that a form shows, how many it has shown, and whether it has to wait before the next try. */
export function useLoginProblem() {
  const [problem, setProblem] = useState<LoginProblem>();
  const [problemCount, setProblemCount] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  const showProblem = (shown: LoginProblem | undefined) => {
    setProblem(shown);
    if (shown) setProblemCount((count) => count + 1);
    setIsWaiting(shown?.waitSeconds !== undefined);
  };
  return { problem, problemCount, showProblem, isWaiting, endWait: () => setIsWaiting(false) };
}

/**
 * Sends a mail and keeps the problem with it. While the mail server is away, sends again from time to time, because the page
 * says “We keep trying.” `onSend` throws ApiProblem.
 */
export function useMailSending(onSend: () => Promise<void>) {
  const { t } = useTranslation();
  const shown = useLoginProblem();
  const { problem, showProblem, isWaiting } = shown;
  const [isSending, setIsSending] = useState(false);
  const refuse = (error: unknown) => showProblem(loginProblem(error, unknownEmail(t), t));

  const retry = useEffectEvent(() => void onSend().catch(refuse));
  useEffect(() => {
    if (problem?.retrySeconds === undefined) return;
    const timer = setTimeout(() => retry(), problem.retrySeconds * millisecondsPerSecond);
    return () => clearTimeout(timer);
  }, [problem]);

  const send = async () => {
    if (isSending || isWaiting) return;
    setIsSending(true);
    showProblem(undefined);
    try {
      await onSend();
    } catch (error) {
      setIsSending(false);
      refuse(error);
    }
  };

  return { ...shown, isSending, send };
}
