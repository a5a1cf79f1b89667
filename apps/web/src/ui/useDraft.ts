import { useCallback, useState } from 'react';
import { readStored } from './stored.ts';

const prefix = 'draft:';

/**
 * Form values, kept in this tab until they are cleared or the customer signs out, so that a session that ends midway
 * loses nothing (LOGIN-7). Never for PINs or card data: without a key nothing is kept. `key` names form and account.
 */
export function useDraft<T extends object>(key: string | undefined, initial: T) {
  const [draft, setDraft] = useState<T>(() => ({
    ...initial,
    ...(key !== undefined && readStored<Partial<T>>(sessionStorage, prefix + key)),
  }));
  const keep = useCallback(
    (next: T) => {
      if (key !== undefined) sessionStorage.setItem(prefix + key, JSON.stringify(next));
      setDraft(next);
    },
    [key],
  );
  const clear = useCallback(() => {
    if (key !== undefined) sessionStorage.removeItem(prefix + key);
    setDraft(initial);
  }, [key, initial]);
  return { draft, keep, clear };
}
