import type { autopayConsent } from '@myaccount/contract/autopay';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { useSelectedAccount } from '../accounts/selected-account.ts';

/** Saves the text that the customer agreed to when autopay was turned on (CONSENT-1). */
export function AutopayConsent() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  return (
    <DownloadButton
      label={t('autopay.consent.download')}
      workingLabel={t('autopay.consent.working')}
      failedText={t('autopay.consent.failed')}
      fileName="autopay.txt"
      fetchFile={() =>
        download<typeof autopayConsent>('GET /customer/account/autopay/consent', {
          query: { AccountNumber: accountNumber },
        })
      }
      onFailure={(error) => logFailure(accountNumber, 'autopay.consent failed', error)}
    />
  );
}
