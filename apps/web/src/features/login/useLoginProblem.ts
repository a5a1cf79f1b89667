import { useState } from 'react';
import type { LoginProblem } from './login.problems.ts';

/** The problem that a form shows, and whether it has to wait before the next try. */
export function useLoginProblem() {
  const [problem, setProblem] = useState<LoginProblem>();
  const [isWaiting, setIsWaiting] = useState(false);
  const showProblem = (shown: LoginProblem | undefined) => {
    setProblem(shown);
    setIsWaiting(shown?.waitSeconds !== undefined);
  };
  return { problem, showProblem, isWaiting, endWait: () => setIsWaiting(false) };
}
