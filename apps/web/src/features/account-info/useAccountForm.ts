import { useState } from 'react';
import { useDraft } from '../../ui/useDraft.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import {
  type AccountForm,
  type FormValues,
  isChanged,
  mergedValues,
  type OpenForm,
  withTheirs,
} from './account-form.rules.ts';
import { ConflictingChange } from './account-info.queries.ts';
import { type AccountPlace, refusedNames, useAccountChange } from './useAccountChange.ts';

interface Draft<Values extends FormValues> {
  /** Null while the values are only shown. */
  readonly open: OpenForm<Values> | null;
}

const noDraft = { open: null };

/** A form that is opened, filled in, and saved or given up. */
export interface EditableForm<Values extends FormValues> {
  readonly form: AccountForm<Values>;
  /** Undefined while the values are only shown. */
  readonly values: Values | undefined;
  readonly isChanged: boolean;
  readonly change: Pick<
    ReturnType<typeof useAccountChange<Values>>,
    'isSaving' | 'error' | 'saveAgain' | 'giveUp'
  >;
  /** How often it was saved since the page opened. */
  readonly savedCount: number;
  readonly edit: () => void;
  readonly close: () => void;
  readonly type: (name: keyof Values & string, value: string) => void;
  /** Returns what is wrong with a value, as the last part of the key of its text. */
  readonly errorOf: (name: keyof Values & string) => string | undefined;
  /** Saves, unless the page itself finds something wrong. */
  readonly submit: () => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/**
 * The state of a form over the account. What is typed survives the end of the session, unless it is secret; `onClosed` is
 * called when the form was saved or given up.
 */
export function useAccountForm<Values extends FormValues>(
  form: AccountForm<Values>,
  place: AccountPlace,
  onClosed?: () => void,
): EditableForm<Values> {
  const account = useAccount();
  const key = form.isSecret ? undefined : `${form.name}:${account.accountNumber}`;
  const { draft, keep, clear } = useDraft<Draft<Values>>(key, noDraft);
  const [isTried, setIsTried] = useState(false);
  const [savedCount, setSavedCount] = useState(0);
  const { open } = draft;

  const close = () => {
    clear();
    setIsTried(false);
    change.giveUp();
    onClosed?.();
  };
  const change = useAccountChange({
    form,
    place,
    onSaved: () => {
      setSavedCount((count) => count + 1);
      close();
    },
  });
  const conflicting = change.error instanceof ConflictingChange ? change.error.account : undefined;
  const shown = isTried ? open?.values : undefined;

  return {
    form,
    values: open?.values,
    isChanged: open !== null && isChanged(open),
    change,
    savedCount,
    edit: () => keep({ open: openForm(form.valuesOf(account)) }),
    close,
    type: (name, value) => open && keep({ open: { ...open, values: { ...open.values, [name]: value } } }),
    errorOf: (name) => {
      const isRefused =
        refusedNames(change.error).includes(name) && change.sent?.[name] === open?.values[name];
      return (shown && form.errorsOf(shown)[name]) ?? (isRefused ? 'refused' : undefined);
    },
    submit: () => {
      if (!open || change.isSaving || !isChanged(open)) return;
      setIsTried(true);
      if (Object.keys(form.errorsOf(open.values)).length === 0) change.save(open);
    },
    keepMine: () => {
      if (!open || !conflicting) return;
      const mine = { base: form.valuesOf(conflicting), values: mergedValues(form, open, conflicting) };
      keep({ open: mine });
      change.save(mine);
    },
    takeTheirs: () => {
      if (!open || !conflicting) return;
      const theirs = withTheirs(form, open, conflicting);
      change.giveUp();
      if (isChanged(theirs)) keep({ open: theirs });
      else close();
    },
  };
}

function openForm<Values extends FormValues>(values: Values): OpenForm<Values> {
  return { base: values, values };
}
