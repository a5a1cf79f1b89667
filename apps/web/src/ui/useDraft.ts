import { useCallback, useState } from 'react';
import { readStored, tabStorage } from '../api/browser-storage.ts';

/**
 * Every form of a signed-in page with its fields. What is `kept` outlives a reload and the end of the session (LOGIN-7). What
 * is given `anew` does not: a PIN, and each consent, to which nobody agrees by a tick that a page remembers.
 */
export const formFields = {
  contact: { kept: ['open'], anew: [] },
  address: { kept: ['open'], anew: [] },
  pin: { kept: [], anew: ['open'] },
  payment: {
    kept: ['paymentAmount', 'customAmount', 'selectedCard', 'paymentTiming', 'paymentDate', 'paymentType'],
    anew: ['isDebitAuthorized', 'isAutopayAuthorized'],
  },
  autopay: { kept: ['methodId'], anew: ['consent'] },
  'payment-method': { kept: ['kind', 'nickname'], anew: ['consent'] },
  paperless: { kept: ['delivery'], anew: ['consent'] },
  notifications: { kept: ['wantsTexts'], anew: ['consent'] },
  'gift-card': {
    kept: ['criteria.active', 'criteria.noPastDue', 'criteria.offer', 'criteria.household'],
    anew: ['terms'],
  },
} as const satisfies Record<string, { readonly kept: readonly string[]; readonly anew: readonly string[] }>;

export type FormName = keyof typeof formFields;

/**
 * Values of a form. What is kept is stored in this tab until it is cleared, or the customer signs out; `keep` stores other values
 * where those that show may hold a secret. `id` says of which account and place the form is.
 */
export function useDraft<Values extends object>(form: FormName, id: string, initial: Values) {
  const key = `draft:${form}:${id}`;
  const [draft, setDraft] = useState<Values>(() => ({
    ...initial,
    ...keptOf(form, readStored<Partial<Values>>(tabStorage, key) ?? {}),
  }));
  const keep = useCallback(
    (next: Values, stored = next) => {
      if (formFields[form].kept.length > 0) tabStorage.set(key, JSON.stringify(keptOf(form, stored)));
      setDraft(next);
    },
    [form, key],
  );
  const clear = useCallback(() => {
    tabStorage.remove(key);
    setDraft(initial);
  }, [key, initial]);
  return { draft, keep, clear };
}

function keptOf<Values extends object>(form: FormName, values: Values): Partial<Values> {
  const kept: readonly string[] = formFields[form].kept;
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => kept.includes(field)),
  ) as Partial<Values>;
}
