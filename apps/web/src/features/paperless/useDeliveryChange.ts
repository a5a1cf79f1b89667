import type { ebill } from '@myaccount/contract/paperless';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/toasts.ts';
import { billingAccountKey } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';

/** How bills come, as a customer may choose it. */
export type Delivery = 'EMAIL' | 'PAPER';

/** A page with messages of its own (EBILL-2): the older ones of the profile, and those of dashboard and settings. */
export type PaperlessPlace = 'dashboard' | 'profile';

interface DeliveryChange {
  readonly delivery: Delivery;
  readonly place: PaperlessPlace;
  /** Called when it is saved, before the page's data is loaded again. */
  readonly onSaved: () => void;
  /** Called when the page's data is there. */
  readonly onLoaded: () => void;
}

/** Saves the delivery, says so, and loads again what the page shows of it, without a flash. */
export function useDeliveryChange({ delivery, place, onSaved, onLoaded }: DeliveryChange) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { accountNumber } = useSelectedAccount();
  const isPaperless = delivery === 'EMAIL';
  return useMutation({
    mutationFn: async () => {
      const consents = isPaperless ? { consents: [agreedConsent('paperless', i18n.language)] } : {};
      const { statusCode } = await call<typeof ebill>('POST /customer/account/ebill', {
        body: { accountNumber, enableeBill: isPaperless, ...consents },
      });
      if (statusCode !== '00') throw new Error(`ebill answered ${statusCode}`);
    },
    onSuccess: async () => {
      showToast('success', t(`paperless.saved.${place}.${delivery}`));
      onSaved();
      await client.invalidateQueries({ queryKey: [billingAccountKey, accountNumber] });
      onLoaded();
    },
  });
}
