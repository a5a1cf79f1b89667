import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { AutopayButton } from './AutopayButton.tsx';
import classes from './AutopayCard.module.css';
import { AutopayConsent } from './AutopayConsent.tsx';
import { AutopayPill, AutopayProblem, AutopayState } from './AutopayState.tsx';
import { autopayTroubleOf } from './autopay-trouble.rules.ts';

interface AutopayCardProps {
  /** True while the balance or another card of the page loads: all show their content at once, so that none moves. */
  readonly isWaiting: boolean;
}

/** Autopay on the payments page; hidden for a closed account and when its state cannot be loaded (PAYMENTS-1). */
export function AutopayCard({ isWaiting }: AutopayCardProps) {
  const { t } = useTranslation();
  const { accountStatus } = useAccount();
  const { data: billing } = useBillingRefresh();
  if (accountStatus === 'INACTIVE' || (!billing && !isWaiting)) return null;
  const shown = isWaiting ? undefined : billing;
  return (
    <Section title={t('autopay.title')} aside={shown && <AutopayPill billing={shown} />}>
      {shown ? <CardContent billing={shown} /> : <Skeleton />}
    </Section>
  );
}

function CardContent({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isToldByProblem = autopayTroubleOf(billing) === 'failed' && billing.nextCharge !== null;
  return (
    <>
      <AutopayProblem billing={billing} />
      {!isToldByProblem && (
        <div>
          <AutopayState billing={billing} />
        </div>
      )}
      <div className={classes.actions}>
        <AutopayButton billing={billing} surface="payments" look="button">
          {t(billing.isAutoPayEnabled ? 'autopay.turnOff.open' : 'autopay.turnOn.open')}
        </AutopayButton>
        {billing.autopay?.has_consent && <AutopayConsent />}
      </div>
    </>
  );
}
