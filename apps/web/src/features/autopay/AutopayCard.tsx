import type { autopayConsent } from '@myaccount/contract/autopay';
import type { HappeningKind } from '@myaccount/contract/happenings';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { Happenings } from '../happenings/Happenings.tsx';
import classes from './Autopay.module.css';
import { AutopayButton } from './AutopayButton.tsx';
import { AutopayPill, AutopayState } from './AutopayState.tsx';

/** What keeps autopay from collecting. */
const troubles: readonly HappeningKind[] = ['returned', 'declined', 'method-expired'];

/** Autopay on the payments page; hidden for a closed account and when its state cannot be loaded (PAYMENTS-1). */
export function AutopayCard() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { accountStatus } = useAccount();
  const { data: billing } = useBillingRefresh();
  if (accountStatus === 'INACTIVE' || !billing) return null;
  const query = { AccountNumber: accountNumber };
  const isToldByRow = billing.happenings.some(({ retry_date }) => retry_date);
  return (
    <Section
      title={t('autopay.title')}
      className={classes.card ?? ''}
      aside={
        <div className={classes.change}>
          <AutopayButton billing={billing} surface="payments" />
        </div>
      }
    >
      <div className={classes.state}>
        <Happenings billing={billing} isShown={({ kind }) => troubles.includes(kind)} />
        <div className={layout.row}>
          <AutopayPill billing={billing} />
          {!isToldByRow && (
            <p>
              <AutopayState billing={billing} />
            </p>
          )}
        </div>
        {/* The text that the customer agreed to when autopay was turned on (CONSENT-1). */}
        {billing.autopay?.has_consent && (
          <DownloadButton
            label={t('autopay.consent.download')}
            texts="autopay.consent"
            fileName="autopay.txt"
            fetchFile={() =>
              download<typeof autopayConsent>('GET /customer/account/autopay/consent', { query })
            }
            onFailure={(error) => logFailure(accountNumber, 'autopay.consent failed', error)}
          />
        )}
      </div>
    </Section>
  );
}
