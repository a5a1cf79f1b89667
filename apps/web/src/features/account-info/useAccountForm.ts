import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { showToast } from '../../ui/toasts.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import {
  type AccountFormRules,
  isChanged,
  mergedValues,
  type OpenForm,
  withTheirs,
} from './account-form.rules.ts';
import { isWaiting, useReloadAccount, useSaveChange } from './account-info.queries.ts';

/** The page of a form. Profile and settings have their own messages; the dashboard has those of the settings. */
export type AccountPlace = 'profile' | 'settings';

/**
 * Saves a form's values, says in a toast whether that worked, and shows them. `error` is what prevents it. `onSaved` is
 * called when it is saved and the page shows it.
 */
export function useAccountChange(form: AccountFormRules, place: AccountPlace, onSaved?: () => void) {
  const { t } = useTranslation();
  const reload = useReloadAccount();
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: useSaveChange(form),
    onSuccess: async () => {
      await reload();
      // Drawn before the message: whoever reads that it is saved may leave without a question.
      if (onSaved) flushSync(onSaved);
      showToast('success', t(`${form.name}.saved.${place}`));
    },
    onError: (failure) => {
      if (!isWaiting(failure)) showToast('failure', t(`${form.name}.notSaved.${place}`));
    },
  });
  return {
    save: (open: OpenForm, consents?: AgreedConsent[]) => mutate({ open, consents }),
    /** Saves the same again, once a fresh code was entered. */
    saveAgain: () => variables && mutate(variables),
    /** Forgets what prevented it. */
    giveUp: reset,
    isSaving: isPending,
    error,
    /** What was sent last. */
    sent: variables?.open.values,
    /** Whether the server refused this value. */
    isRefused: (name: string, value: string) =>
      error instanceof ApiProblem &&
      error.errors.some(({ field }) => field.split('.').at(-1) === name) &&
      variables?.open.values[name] === value,
  };
}

/** While the values are only shown. */
const noDraft: { readonly open: OpenForm | null } = { open: null };

/** A form that is opened, filled in, and saved or given up. */
export type EditableForm = ReturnType<typeof useAccountForm>;

/**
 * The state of a form over the account. What is typed survives the end of the session, unless it is a PIN; `onClosed` is
 * called when the form was saved or given up.
 */
export function useAccountForm(form: AccountFormRules, place: AccountPlace, onClosed?: () => void) {
  const account = useAccount();
  const onRecord = form.valuesOf(account);
  const { draft, keep, clear } = useDraft(form.name, account.accountNumber, noDraft);
  const { open } = draft;
  const [tries, setTries] = useState(0);
  const [savedCount, setSavedCount] = useState(0);

  function close(): void {
    clear();
    setTries(0);
    change.giveUp();
    onClosed?.();
  }
  const change = useAccountChange(form, place, () => {
    setSavedCount((count) => count + 1);
    close();
  });

  return {
    form,
    /** Undefined while the values are only shown. */
    values: open?.values,
    isChanged: open !== null && isChanged(open),
    change,
    tries,
    /** How often it was saved since the page opened. */
    savedCount,
    edit: () => keep({ open: { base: onRecord, values: onRecord } }),
    close,
    type: (name: string, value: string) =>
      open && keep({ open: { ...open, values: { ...open.values, [name]: value } } }),
    /** What is wrong with each value, once it was to be saved. */
    errors: tries > 0 && open ? form.errorsOf(open.values) : {},
    /** Saves, unless the page itself finds something wrong. */
    submit: () => {
      if (!open || change.isSaving || !isChanged(open)) return;
      setTries(tries + 1);
      if (!Object.values(form.errorsOf(open.values)).some(Boolean)) change.save(open);
    },
    keepMine: () => {
      if (!open) return;
      const mine = { base: onRecord, values: mergedValues(form, open, account) };
      keep({ open: mine });
      change.save(mine);
    },
    takeTheirs: () => {
      if (!open) return;
      const theirs = withTheirs(form, open, account);
      if (!isChanged(theirs)) return close();
      change.giveUp();
      keep({ open: theirs });
    },
  };
}
