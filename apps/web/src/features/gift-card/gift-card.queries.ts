import type { AccountDetails } from '@myaccount/contract/accounts';
import type { registerGiftCard } from '@myaccount/contract/gift-card';
import type { GiftCardEntry } from '@myaccount/contract/gift-card-window';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/toasts.ts';
import { accountDetailsQuery } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** A refusal in the server's words. */
export class GiftCardRefused extends Error {}

/** Returns the account's gift card; undefined if its details have none. */
export function giftCardOf({ DiscountsList }: AccountDetails): GiftCardEntry | undefined {
  const entry = DiscountsList.find(({ DiscountType }) => DiscountType === 'GiftCard');
  return (
    entry && {
      isApplied: entry.IsDiscountApplied === 'true',
      isEligible: entry.IsEligible === 'true',
      eligibleDate: entry.EligibleDate,
    }
  );
}

/** Registers the selected account and loads its details again. A toast tells that it worked; a refusal is thrown as {@link GiftCardRefused}. */
export function useGiftCardRegistration(onRegistered: () => void) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  const { queryKey } = accountDetailsQuery(accountNumber);
  return useMutation({
    mutationFn: async () => {
      const { statusCode, statusDescription } = await call<typeof registerGiftCard>(
        'POST /gift-card/register',
        {
          body: { accountNumber, DiscountType: 'GiftCard', Optin: 'true' },
          headers: { 'Accept-Language': i18n.language },
        },
      );
      if (statusCode !== '00') throw new GiftCardRefused(statusDescription ?? statusCode);
    },
    onSuccess: () => {
      showToast('success', t('gift-card.success'));
      onRegistered();
      void client.invalidateQueries({ queryKey });
    },
    onError: async (error) => {
      // The page shows what the server refused for.
      if (error instanceof GiftCardRefused) await client.invalidateQueries({ queryKey });
    },
  });
}
