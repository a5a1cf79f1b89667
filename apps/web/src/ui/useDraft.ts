import { useCallback, useState } from 'react';

const prefix = 'draft:';

function readDraft<T extends object>(key: string | undefined, initial: T): T {
  if (key === undefined) return initial;
  const stored = sessionStorage.getItem(prefix + key);
  if (!stored) return initial;
  try {
    return { ...initial, ...(JSON.parse(stored) as Partial<T>) };
  } catch {
    return initial;
  }
}

/**
 * Form values, kept in this tab until they are cleared or the customer signs out, so that a session that ends midway
 * loses nothing (LOGIN-7). Never for PINs or card data: without a key nothing is kept. `key` names form and account.
 */
export function useDraft<T extends object>(key: string | undefined, initial: T) {
  const [draft, setDraft] = useState(() => readDraft(key, initial));
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
