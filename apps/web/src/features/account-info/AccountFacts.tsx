import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { AddressLines } from '../accounts/AddressLines.tsx';
import { serviceAddressOf } from '../accounts/account-face.rules.ts';
import { useAccount, useAccountDetails } from '../accounts/accounts.queries.ts';

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
