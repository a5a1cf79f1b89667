import type { BillingRefresh } from '@myaccount/contract/home';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { buttonLook } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { PaperlessChoice } from '../paperless/PaperlessChoice.tsx';
import { BillingDetails } from './BillingDetails.tsx';
import { ManageFact } from './ManageFact.tsx';
import classes from './ManagePanel.module.css';

/** How bills are delivered and paid, with links to change it (HOME-3), and the billing details (HOME-5). */
export function ManagePanel({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  return (
    <Section title={t('home.manage.title')}>
      <div className={classes.panel}>
        <div className={classes.groups}>
          <dl className={classes.facts}>
            <ManageFact term={t('autopay.title')}>
              <ManageAutopay billing={billing} isActive={isActive} />
            </ManageFact>
          </dl>
          <BillingDetails details={billing.billDetails} />
          <PaperlessChoice billType={billing.isEbillEnabled} place="dashboard" />
        </div>
      </div>
      <div className={classes.actions}>
        {isActive && (
          <Link to="/billing/make-payment" {...buttonLook({ variant: 'default' }, classes.button)}>
            {t('home.manage.makePayment')}
          </Link>
        )}
        <a className={classes.link} href={config.brand.referUrl} target="_blank" rel="noreferrer">
          {t('home.manage.refer')}
        </a>
      </div>
    </Section>
  );
}

/** The switch of autopay; of a closed account only its state. */
function ManageAutopay({ billing, isActive }: { billing: BillingRefresh; isActive: boolean }) {
  const { t } = useTranslation();
  const state = t(billing.isAutoPayEnabled ? 'home.manage.autopayOn' : 'home.manage.autopayOff');
  if (!isActive) return state;
  return (
    <AutopayButton billing={billing} surface="dashboard" look="switch" label={t('autopay.title')}>
      {state}
    </AutopayButton>
  );
}
