import type { CustomerAccount } from '@myaccount/contract/accounts';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../accounts/accounts.queries.ts';
import { countPinSuggestion, dismissPinSuggestion, isPinSuggested } from './pin-suggestion.ts';

/** What is suggested; names its texts. */
export type PinAdvice = 'update' | 'choose' | 'member';

/** Returns what to suggest; undefined for a closed account. */
function adviceFor({ accountStatus, role, customer }: CustomerAccount): PinAdvice | undefined {
  if (accountStatus === 'INACTIVE') return undefined;
  if (role === 'member') return 'member';
  return customer.hasPin ? 'update' : 'choose';
}

/** What to suggest about the PIN, which counts as a view; and a function that ends it (PIN-3). */
export function usePinSuggestion(): { readonly advice: PinAdvice | undefined; readonly dismiss: () => void } {
  const [isSuggested, setIsSuggested] = useState(isPinSuggested);
  const isCounted = useRef(false);
  const account = useAccount();
  const advice = isSuggested ? adviceFor(account) : undefined;

  useEffect(() => {
    if (!advice || isCounted.current) return;
    isCounted.current = true;
    countPinSuggestion();
  }, [advice]);

  return {
    advice,
    dismiss: () => {
      dismissPinSuggestion();
      setIsSuggested(false);
    },
  };
}
