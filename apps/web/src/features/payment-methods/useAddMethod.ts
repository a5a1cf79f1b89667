import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { logFailure, logStep } from '../../api/log-event.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingReload, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { type NewMethod, RefusedMethod } from './adding.calls.ts';

/** A kind of method. Each has its own form. */
export type MethodKind = 'card' | 'bank';

/** Why a method was not added. */
export interface AddingFailure {
  /** Where: the signature, the frame, a frame that says nothing, the server’s check, or the save. */
  readonly step: 'sign' | 'uid' | 'frame' | 'form' | 'silent' | 'save';
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

/** Saves what a form took in. */
type Save = (method: NewMethod) => Promise<{ readonly id: string }>;

/**
 * Adding one method: its stage, each step and each failure in the log (METHODS-5), what the service's form took in, and its
 * save.
 */
export function useAddMethod(kind: MethodKind, onAdded: (id: string) => void) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const reload = useBillingReload();
  const [taken, setTaken] = useState<{ readonly run: Save }>();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<AddingFailure | null>(null);

  const onStep = (step: string) => logStep(accountNumber, `payment-methods.add ${step}`);

  function onFailure(failed: AddingFailure): void {
    const { step, error, codes } = failed;
    // The log names an error by its name alone.
    const logged = codes ? Object.assign(new Error(), { name: `codes ${codes.join(' ')}` }) : error;
    logFailure(accountNumber, `payment-methods.add ${step}-failed`, logged);
    setFailure(failed);
  }

  /** What a form says twice that it took in is saved once. */
  function take(run: Save): void {
    if (taken) return;
    setTaken({ run });
    onStep('submitted');
  }

  async function save(method: NewMethod): Promise<void> {
    if (!taken || isSaving) return;
    setIsSaving(true);
    try {
      const { id } = await taken.run(method);
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
    isTaken: taken !== undefined,
    isSaving,
    failure,
    events: { onStep, onFailure },
    take,
    save: (method: NewMethod) => void save(method),
    startOver: () => {
      setTaken(undefined);
      setFailure(null);
    },
  };
}
