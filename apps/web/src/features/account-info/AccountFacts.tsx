import { centsOf } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DayRange } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
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
  const label = (name: string) => t(`account-info.facts.${name}`);
  const holder = `${customer.firstName} ${customer.lastName}`.trim();
  const name = (isBusiness && Business?.BusinessName) || holder;
  const status = (
    <StateBadge tone={accountStatus === 'ACTIVE' ? 'good' : 'quiet'}>{label(accountStatus)}</StateBadge>
  );
  const service = serviceAddressOf(account.customerAddress);
  return (
    <Facts>
      <Fact term={label(isBusiness ? 'business' : 'holder')} value={<bdi>{name}</bdi>} />
      <Fact term={label('number')} value={account.accountNumber} />
      <Fact term={label('status')} value={status} />
      <Fact term={label('plan')} value={data?.ServicePlan.planName ?? (isError && label('planFailed'))} />
      <Fact
        term={label('service')}
        value={service ? <AddressLines address={service} /> : label('noService')}
      />
    </Facts>
  );
}

/** What the service is and costs, and its billing period (SETTINGS-1). The profile says whose account it is. */
export function ServiceSection() {
  const { t } = useTranslation();
  const { accountType } = useAccount();
  const { start_date, end_date } = useBillingAccount().bill_cycle;
  const { data, isError } = useAccountDetails();
  const price = data && <Money cents={centsOf(data.selectedProductOffer.totalMonthlyRC)} />;
  return (
    <Section title={t('account-info.service.title')}>
      <div className={layout.stack}>
        <Facts>
          <Fact term={t('account-info.service.kind')} value={t(`accounts.kind.${accountType}`)} />
          <Fact
            term={t('account-info.service.price')}
            value={price ?? (isError && t('account-info.facts.planFailed'))}
          />
          <Fact
            term={t('account-info.service.period')}
            value={<DayRange from={start_date} to={end_date} />}
          />
        </Facts>
        <p>
          <Link to="/profile" className={targetLink}>
            {t('account-info.service.profile')}
          </Link>
        </p>
      </div>
    </Section>
  );
}
