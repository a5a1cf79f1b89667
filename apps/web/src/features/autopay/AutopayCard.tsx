import type { autopayConsent } from '@myaccount/contract/autopay';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import { logFailure } from '../../api/log-event.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import classes from './Autopay.module.css';
import { AutopayButton } from './AutopayButton.tsx';
import { AutopayPill, AutopayProblem, AutopayState } from './AutopayState.tsx';
import { autopayTroubleOf } from './autopay-trouble.rules.ts';

/** Autopay on the payments page; hidden for a closed account and when its state cannot be loaded (PAYMENTS-1). */
export function AutopayCard() {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { accountStatus } = useAccount();
  const { data: billing } = useBillingRefresh();
  if (accountStatus === 'INACTIVE' || !billing) return null;
  const query = { AccountNumber: accountNumber };
  const isToldByProblem = autopayTroubleOf(billing) === 'failed' && billing.nextCharge !== null;
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
        <AutopayProblem billing={billing} />
        <div className={layout.row}>
          <AutopayPill billing={billing} />
          {!isToldByProblem && (
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
