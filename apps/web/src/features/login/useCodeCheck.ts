import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnreadableIdToken } from '../../api/session.ts';
import { isWholeCode } from './code-digits.ts';
import { invalidCode, type LoginProblem, loginProblem } from './login.problems.ts';
import type { SentMail } from './sent-code.ts';
import { signInWithCode } from './sign-in.ts';
import { useLoginProblem } from './useLoginProblem.ts';

/** After so many wrong codes, a new one may help more than another try. */
const repeatedWrongCodes = 3;

interface CodeCheckOptions {
  readonly mail: SentMail;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onSignedIn: () => void;
  /** Called when the token does not name the user (LOGIN-6). */
  readonly onUnknownUser: () => void;
}

/** The typed code and its check: by itself, once, when the last digit is there; or when the visitor asks for it. */
export function useCodeCheck({ mail, input, onSignedIn, onUnknownUser }: CodeCheckOptions) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const lastWholeCode = useRef('');
  const { problem, problemCount, showProblem, isWaiting, endWait } = useLoginProblem();

  const refuse = (refused: LoginProblem) => {
    showProblem(refused);
    // A code that was not checked may still be right.
    if (refused.place === 'field') {
      setCode('');
      setWrongCodes(wrongCodes + 1);
    }
    input.current?.focus();
  };

  const checkCode = async (typed: string) => {
    if (isChecking || isWaiting) return;
    const invalid = invalidCode(t, wrongCodes + 1 >= repeatedWrongCodes);
    if (typed === '') return refuse(invalidCode(t));
    setIsChecking(true);
    showProblem(undefined);
    try {
      await signInWithCode(mail, typed);
      onSignedIn();
    } catch (error) {
      setIsChecking(false);
      if (error instanceof UnreadableIdToken) return onUnknownUser();
      refuse(loginProblem(error, invalid, t));
    }
  };

  const typeCode = (typed: string) => {
    setCode(typed);
    if (isWaiting) return;
    showProblem(undefined);
    if (!isWholeCode(typed) || typed === lastWholeCode.current) return;
    lastWholeCode.current = typed;
    void checkCode(typed);
  };

  const isRepeatedlyWrong = wrongCodes >= repeatedWrongCodes;
  return {
    code,
    typeCode,
    checkCode,
    isChecking,
    isRepeatedlyWrong,
    problem,
    problemCount,
    isWaiting,
    endWait,
  };
}
