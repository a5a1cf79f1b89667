import type { BillingRefresh } from '@myaccount/contract/home';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { NextCharge } from '../autopay/AutopayState.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import classes from './BillSummaryCard.module.css';

/** Balance, due date, pending charges, cycle, and what is open (BILLING-1). */
export function BillSummaryCard() {
  const { t } = useTranslation();
  const { data: billing, error, refetch } = useBillingRefresh();
  return (
    <Section title={t('invoices.summary.title')}>
      {billing && <Summary billing={billing} />}
      {!billing && error && (
        <ProblemState text={t('invoices.summary.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!billing && !error && <Skeleton />}
    </Section>
  );
}

function Summary({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const { bill_cycle, pending_charges_total } = useBillingAccount();
  const balanceCents = centsOf(billing.balance);
  const pendingCents = centsOf(pending_charges_total);
  const isFigureBalance = nextPaymentOf(billing).amountCents === Math.abs(balanceCents);
  return (
    <div className={classes.summary}>
      <AmountOwed
        billing={billing}
        label={t(isFigureBalance ? 'invoices.summary.balance' : 'invoices.summary.toPayNow')}
      >
        <NextCharge billing={billing} />
      </AmountOwed>
      <dl className={classes.facts}>
        {!isFigureBalance && (
          <Fact term={t('invoices.summary.balance')}>
            <Money cents={balanceCents} />
          </Fact>
        )}
        <Fact term={t('invoices.summary.pendingCharges')}>
          {pendingCents === 0 ? t('invoices.summary.noPendingCharges') : <Money cents={pendingCents} />}
        </Fact>
        <Fact term={t('invoices.summary.cycle')}>
          <Day day={bill_cycle.start_date} /> – <Day day={bill_cycle.end_date} />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
