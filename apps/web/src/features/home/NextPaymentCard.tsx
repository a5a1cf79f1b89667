import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { AutopayPill, AutopayState } from '../autopay/AutopayState.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { Happenings, PaidBySteps, paidByHeading } from '../happenings/Happenings.tsx';
import classes from './NextPaymentCard.module.css';

/** What is owed, when, and what happens: the one large figure of the dashboard, or that there is nothing to do (HOME-2). */
export function NextPaymentCard() {
  const { t } = useTranslation();
  const balance = useBillingRefresh();
  return (
    <Section
      title={t('home.nextPayment.title')}
      aside={balance.data && <AutopayAside billing={balance.data} />}
    >
      <Loaded query={balance} failed={t('home.nextPayment.failed')}>
        {(billing) => <NextPayment billing={billing} />}
      </Loaded>
    </Section>
  );
}

function NextPayment({ billing }: { billing: BillingRefresh }) {
  const { happenings, paidBy } = billing;
  const paying = paidBy === null ? undefined : happenings[paidBy];
  return (
    <div className={classes.parts}>
      <AmountOwed billing={billing} heading={paying && paidByHeading({ billing, paying })}>
        {!paying && <WhatToDo billing={billing} />}
        {billing.isAutoPayEnabled && !billing.nextCharge && (
          <p className={layout.small}>
            <AutopayState billing={billing} />
          </p>
        )}
      </AmountOwed>
      {paying && <PaidBySteps billing={billing} paying={paying} />}
      <Happenings billing={billing} paying={paying} />
    </div>
  );
}

/** “Autopay is on”, or the way to turn it on (HOME-2); nothing for a closed account. */
function AutopayAside({ billing }: { billing: BillingRefresh }) {
  const isActive = useAccount().accountStatus === 'ACTIVE';
  if (billing.isAutoPayEnabled) return <AutopayPill billing={billing} />;
  return isActive && <AutopayButton billing={billing} surface="dashboard" />;
}

/** What the figure means, where no happening tells it. Of what failed or came back nobody can be on time. */
function WhatToDo({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const { kind } = nextPaymentOf(billing);
  const { pastDue, amountDue, happenings } = billing;
  const isTold =
    kind === 'due'
      ? happenings.some(({ reason }) => reason)
      : ['autopay', 'onItsWay', 'planned'].includes(kind);
  if (isTold) return null;
  const isPastDue = kind === 'pastDue';
  return (
    <p className={isPastDue ? layout.error : layout.small}>
      {t(`home.nextPayment.${isPastDue && pastDue === amountDue ? 'pastDueAll' : kind}`, {
        amount: formatCents(centsOf(pastDue)),
      })}
    </p>
  );
}
