import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginProblem, unknownEmail, useLoginProblem } from './login.problems.ts';

const millisecondsPerSecond = 1000;

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
