import { useState } from 'react';
import type { LoginProblem } from './login.problems.ts';

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
