import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toasts.ts';
import { FreshCodeNeeded, requestFreshCode, useReadAccount } from '../account-info/account-info.queries.ts';
import { useAccount } from '../accounts/accounts.queries.ts';

/** What shows the account PIN (PIN-2). */
export interface ShownPin {
  /** Undefined while it is hidden. */
  readonly pin: string | undefined;
  readonly toggle: () => void;
  /** What reads the PIN: it may wait for a fresh code. */
  readonly reading: {
    readonly error: Error | null;
    readonly saveAgain: () => void;
    readonly giveUp: () => void;
  };
}

/** The account PIN once it is asked for. A session that is not fresh gets it after a code. */
export function useShownPin(): ShownPin {
  const { t } = useTranslation();
  const { customer } = useAccount();
  const readAccount = useReadAccount();
  const [isShown, setIsShown] = useState(false);
  const { mutate, reset, error } = useMutation({
    mutationFn: async () => {
      const account = await readAccount();
      if (account.customer.PIN === null) throw new FreshCodeNeeded(await requestFreshCode());
    },
    onSuccess: () => setIsShown(true),
    onError: (failure) => {
      if (!(failure instanceof FreshCodeNeeded)) showToast('failure', t('pin.notShown'));
    },
  });
  const pin = (isShown && customer.PIN) || undefined;
  const show = () => (customer.PIN ? setIsShown(true) : mutate());
  return {
    pin,
    toggle: () => (pin ? setIsShown(false) : show()),
    reading: { error, saveAgain: () => mutate(), giveUp: reset },
  };
}
