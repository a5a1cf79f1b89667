import { useEffect, useRef, useState } from 'react';
import { countPinSuggestion, dismissPinSuggestion, isPinSuggested } from './pin-suggestion.ts';

/** Whether to suggest updating the PIN, which counts as a view; and a function that ends it (PIN-3). */
export function usePinSuggestion(): { readonly isShown: boolean; readonly dismiss: () => void } {
  const [isShown, setIsShown] = useState(isPinSuggested);
  const isCounted = useRef(false);

  useEffect(() => {
    if (!isShown || isCounted.current) return;
    isCounted.current = true;
    countPinSuggestion();
  }, [isShown]);

  return {
    isShown,
    dismiss: () => {
      dismissPinSuggestion();
      setIsShown(false);
    },
  };
}
