import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { showToast } from '../../ui/toasts.ts';
import type { AccountForm, FormValues, OpenForm } from './account-form.rules.ts';
import {
  ConflictingChange,
  FreshCodeNeeded,
  RefusedValues,
  useReloadAccount,
  useSaveChange,
} from './account-info.queries.ts';

/** Where a form stands: profile and settings have messages of their own; the dashboard has those of the settings. */
export type AccountPlace = 'profile' | 'settings' | 'dashboard';

interface ChangeOptions<Values extends FormValues> {
  readonly form: AccountForm<Values>;
  readonly place: AccountPlace;
  /** Called when it is saved and the page shows it. */
  readonly onSaved: () => void;
}

/** Saves a form's values, says in a toast whether that worked, and shows them. `error` is what stands in the way. */
export function useAccountChange<Values extends FormValues>({ form, place, onSaved }: ChangeOptions<Values>) {
  const { t } = useTranslation();
  const saveChange = useSaveChange<Values>();
  const reload = useReloadAccount();
  const texts = place === 'profile' ? 'profile' : 'settings';
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: saveChange,
    onSuccess: async () => {
      showToast('success', t(`${form.name}.saved.${texts}`));
      await reload();
      onSaved();
    },
    onError: (failure) => {
      if (isFailure(failure)) showToast('failure', t(`${form.name}.notSaved.${texts}`));
    },
  });
  return {
    save: (open: OpenForm<Values>, consents?: AgreedConsent[]) =>
      mutate({ form, open, ...(consents && { consents }) }),
    /** Saves the same again, once a fresh code was entered. */
    saveAgain: () => variables && mutate(variables),
    /** Forgets what stands in the way. */
    giveUp: reset,
    isSaving: isPending,
    error,
    /** What was sent last. */
    sent: variables?.open.values,
  };
}

/** Whether a save failed, unlike one that waits for the customer. */
export function isFailure(error: Error | null): boolean {
  return error !== null && !(error instanceof FreshCodeNeeded || error instanceof ConflictingChange);
}

/** Returns the names of the values that the server refused. */
export function refusedNames(error: Error | null): readonly string[] {
  const isRefusal = error instanceof RefusedValues || error instanceof ApiProblem;
  return isRefusal ? error.errors.map(({ field }) => field.split('.').at(-1) ?? '') : [];
}
