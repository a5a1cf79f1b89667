import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import type { MethodChangeFailure } from './useMethodChange.ts';
import { useMethodInSentence } from './useMethodName.ts';

interface FailedMethodChangeProps {
  readonly failure: MethodChangeFailure;
  /** Called when the customer follows the link to what is in the way. */
  readonly onLeave?: (() => void) | undefined;
}

/** Names the method that stays as it was, says why, and leads to what uses it (METHODS-7). */
export function FailedMethodChange({ failure, onLeave }: FailedMethodChangeProps) {
  const { t } = useTranslation();
  const nameMethod = useMethodInSentence();
  const { change, method, reason, usedBy } = failure;
  const title = t(`payment-methods.${change}.notDone`, { method: nameMethod(method.payment_method) });
  return (
    <Notice tone="bad" title={title} isFocused>
      <p>{reason}</p>
      {usedBy && (
        <p>
          <Link to="/payments" onClick={onLeave}>
            {t(`payment-methods.usedBy.${usedBy}`)}
          </Link>
        </p>
      )}
    </Notice>
  );
}
