import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { serviceAddressOf } from '../accounts/account-face.rules.ts';
import { useAccount, useAccountDetails, useBillingAccount } from '../accounts/accounts.queries.ts';

/** Whose account it is, its number, status, plan, and where its service is (PROFILE-1). */
export function AccountFacts() {
  const { t } = useTranslation();
  const account = useAccount();
  const { data, isError } = useAccountDetails();
  const { customer, accountType, Business, accountStatus } = account;
  const isBusiness = accountType === 'BUSINESS';
  const holder = `${customer.firstName} ${customer.lastName}`.trim();
  const service = serviceAddressOf(account.customerAddress);
  return (
    <Facts>
      <Fact term={t(isBusiness ? 'account-info.facts.business' : 'account-info.facts.holder')}>
        <bdi>{(isBusiness && Business?.BusinessName) || holder}</bdi>
      </Fact>
      <Fact term={t('account-info.facts.number')}>{account.accountNumber}</Fact>
      <Fact term={t('account-info.facts.status')}>
        <StateBadge tone={accountStatus === 'ACTIVE' ? 'good' : 'quiet'}>
          {t(`account-info.facts.${accountStatus}`)}
        </StateBadge>
      </Fact>
      <Fact term={t('account-info.facts.plan')}>
        {data?.ServicePlan.planName ?? (isError && t('account-info.facts.planFailed'))}
      </Fact>
      <Fact term={t('account-info.facts.service')}>
        {service ? <AddressLines address={service} /> : t('account-info.facts.noService')}
      </Fact>
    </Facts>
  );
}

/** What the service is and costs, and its billing period (SETTINGS-1). The profile says whose account it is. */
export function ServiceSection() {
  const { t } = useTranslation();
  const { accountType } = useAccount();
  const { start_date, end_date } = useBillingAccount().bill_cycle;
  const { data, isError } = useAccountDetails();
  return (
    <Section title={t('account-info.service.title')}>
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
    </Section>
  );
}
