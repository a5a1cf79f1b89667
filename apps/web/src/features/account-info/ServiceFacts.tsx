import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import { useAccount, useAccountDetails, useBillingAccount } from '../accounts/accounts.queries.ts';

/** What the service is and costs, and its billing period (SETTINGS-1). Whose account it is stands on the profile. */
export function ServiceFacts() {
  const { t } = useTranslation();
  const { accountType } = useAccount();
  const { start_date, end_date } = useBillingAccount().bill_cycle;
  const { data, isError } = useAccountDetails();
  return (
    <div className={layout.stack}>
      <Facts>
        <Fact term={t('account-info.service.kind')}>{t(`accounts.kind.${accountType}`)}</Fact>
        <Fact term={t('account-info.service.price')}>
          {data && <Money cents={centsOf(data.selectedProductOffer.totalMonthlyRC)} />}
          {isError && t('account-info.facts.planFailed')}
        </Fact>
        <Fact term={t('account-info.service.period')}>
          <Day day={start_date} /> – <Day day={end_date} />
        </Fact>
      </Facts>
      <p>
        <Link to="/profile" className={`${textLink} ${layout.target}`}>
          {t('account-info.service.profile')}
        </Link>
      </p>
    </div>
  );
}
