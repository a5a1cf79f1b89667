import type { setAutopay } from '@myaccount/contract/autopay';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingReload } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';

/** The pages that can change autopay; their toasts differ (AUTOPAY-3). */
export type AutopaySurface = 'dashboard' | 'payments';

/** A refusal in the server's words. */
export class AutopayRefused extends Error {}

/**
 * Turns autopay on with a method, or off with null, and reloads what the page shows of it. A toast tells the result; a
 * refusal is thrown as {@link AutopayRefused}.
 */
export function useAutopayChange(surface: AutopaySurface, onSaved: () => void) {
  const { t, i18n } = useTranslation();
  const reload = useBillingReload();
  const { accountNumber } = useSelectedAccount();
  return useMutation({
    mutationFn: async (methodId: string | null) => {
      const consents = [agreedConsent('autopay', i18n.language)];
      const method = methodId === null ? {} : { paymentMethodID: methodId, consents };
      const reply = await call<typeof setAutopay>('POST /customer/account/autopay', {
        body: { accountNumber, enableAutopay: methodId !== null, ...method },
        headers: { 'Accept-Language': i18n.language },
      });
      if (reply.statusCode !== '00') throw new AutopayRefused(reply.statusDescription);
      await reload();
    },
    onSuccess: () => {
      showToast('success', t(`autopay.saved.${surface}`));
      onSaved();
    },
    onError: () => showToast('failure', t(`autopay.notSaved.${surface}`)),
  });
}
