import { useEffect, useEffectEvent } from 'react';
import type { LoginProblem } from './login.problems.ts';

const millisecondsPerSecond = 1000;

/** Sends again from time to time while the mail server is away, because the page says “We keep trying.” */
export function useKeepTrying(
  problem: LoginProblem | undefined,
  onSend: () => Promise<void>,
  onFailure: (error: unknown) => void,
): void {
  const retry = useEffectEvent(() => void onSend().catch(onFailure));
  useEffect(() => {
    if (problem?.retrySeconds === undefined) return;
    const timer = setTimeout(() => retry(), problem.retrySeconds * millisecondsPerSecond);
    return () => clearTimeout(timer);
  }, [problem]);
}
