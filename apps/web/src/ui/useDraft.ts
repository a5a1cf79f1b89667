import { useCallback, useState } from 'react';
import { keepItem, readStored, removeItem, tabStorage } from '../api/browser-storage.ts';

/**
 * Every form of a signed-in page, with what of it is given anew after a reload or the end of the session: a PIN, and each consent,
 * to which nobody agrees by a tick that a page remembers. All else that was typed or chosen is kept (LOGIN-7).
 */
export const givenAnew = {
  contact: [],
  address: [],
  pin: ['open'],
  payment: ['isDebitAuthorized', 'isAutopayAuthorized'],
  autopay: ['consent'],
  'payment-method': ['consent'],
  paperless: ['consent'],
  notifications: ['consent'],
  'gift-card': ['terms'],
} as const;

export type FormName = keyof typeof givenAnew;

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
      keepItem(tabStorage, key, JSON.stringify(keptOf(form, stored)));
      setDraft(next);
    },
    [form, key],
  );
  const clear = useCallback(() => {
    removeItem(tabStorage, key);
    setDraft(initial);
  }, [key, initial]);
  return { draft, keep, clear };
}

function keptOf<Values extends object>(form: FormName, values: Values): Partial<Values> {
  const left = { ...values };
  for (const field of givenAnew[form]) Reflect.deleteProperty(left, field);
  return left;
}
