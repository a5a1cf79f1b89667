import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { logFailure, logStep } from '../../api/log-event.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingReload } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { RefusedMethod } from './adding.calls.ts';

/** Each kind has a form of its own. */
export type MethodKind = 'card' | 'bank';

/** Why a method was not added. */
export interface AddingFailure {
  /** Where: the signature, the frame, the server’s check, or the save. */
  readonly step: 'sign' | 'uid' | 'frame' | 'form' | 'save';
  readonly error?: unknown;
  /** Why, in the service’s words. */
  readonly words?: string | undefined;
  /** Why, in the service’s codes. */
  readonly codes?: readonly string[] | undefined;
}

/** What a hosted form tells the page besides its result. */
export interface HostedFormEvents {
  readonly onStep: (step: string) => void;
  readonly onFailure: (failure: AddingFailure) => void;
}

type Save = () => Promise<{ readonly id: string }>;

/** Adding one method: its stage, each step and each failure in the log (METHODS-5), and the save after the form. */
export function useAddMethod(kind: MethodKind, onAdded: (id: string) => void) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const reload = useBillingReload();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<AddingFailure | null>(null);
  // A form that says twice that it is complete is saved once.
  const isTaken = useRef(false);

  const onStep = (step: string) => logStep(accountNumber, `payment-methods.add ${step}`);

  function onFailure(failed: AddingFailure): void {
    const { step, error, codes } = failed;
    // The log names an error by its name alone.
    const logged = codes ? Object.assign(new Error(), { name: `codes ${codes.join(' ')}` }) : error;
    logFailure(accountNumber, `payment-methods.add ${step}-failed`, logged);
    setFailure(failed);
  }

  async function save(run: Save): Promise<void> {
    if (isTaken.current) return;
    isTaken.current = true;
    setIsSaving(true);
    onStep('submitted');
    try {
      const { id } = await run();
      onStep('saved');
      await reload();
      showToast('success', t('payment-methods.adding.done'));
      onAdded(id);
    } catch (error) {
      // The forms speak the customer's language, the check behind them does not.
      const words = error instanceof RefusedMethod ? error.message : '';
      const refusal = words && t(`payment-methods.adding.notVerified.${kind}`, { words });
      onFailure({ step: 'save', error, words: refusal });
      // It may be saved although no response came.
      if (error instanceof ApiProblem && error.isUncertain) void reload();
    } finally {
      setIsSaving(false);
    }
  }

  return {
    isSaving,
    failure,
    events: { onStep, onFailure },
    save: (run: Save) => void save(run),
    startOver: () => {
      isTaken.current = false;
      setFailure(null);
    },
  };
}
