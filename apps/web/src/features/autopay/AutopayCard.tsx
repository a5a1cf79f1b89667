import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { AutopayPill, AutopayState } from './AutopayState.tsx';

/** Autopay on the payments page; hidden for a closed account and when its state cannot be loaded (PAYMENTS-1). */
export function AutopayCard() {
  const { t } = useTranslation();
  const { accountStatus } = useAccount();
  const { data: billing, isPending } = useBillingRefresh();
  if (accountStatus === 'INACTIVE' || (!billing && !isPending)) return null;
  return (
    <Section title={t('autopay.title')} aside={billing && <AutopayPill billing={billing} />}>
      {billing ? <AutopayState billing={billing} /> : <Skeletons heights={['1.55rem']} />}
    </Section>
  );
}
