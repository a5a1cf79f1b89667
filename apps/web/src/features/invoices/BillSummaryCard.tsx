import type { BillingRefresh } from '@myaccount/contract/home';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeletons } from '../../ui/Skeletons.tsx';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { OpenItems } from '../balance/OpenItems.tsx';
import classes from './BillSummaryCard.module.css';

/** Balance, due date, pending charges, cycle, and what is open (BILLING-1). */
export function BillSummaryCard() {
  const { t } = useTranslation();
  const { bill_cycle, pending_charges_total } = useBillingAccount();
  const { data: billing, error, refetch } = useBillingRefresh();
  if (!billing) {
    return (
      <Section title={t('invoices.summary.title')}>
        {error ? (
          <ProblemState text={t('invoices.summary.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeletons lines={2} lineHeight={28} />
        )}
      </Section>
    );
  }
  const isCredit = billing.credit > 0;
  return (
    <Section title={t('invoices.summary.title')}>
      <dl className={classes.facts}>
        <Fact term={t(isCredit ? 'balance.credit' : 'invoices.summary.balance')} isMain>
          <Money cents={centsOf(isCredit ? billing.credit : billing.balance)} />
        </Fact>
        <Fact term={t('balance.dueDate')}>
          <DueDate billing={billing} />
        </Fact>
        <Fact term={t('invoices.summary.pendingCharges')}>
          <Money cents={centsOf(pending_charges_total)} />
        </Fact>
        <Fact term={t('invoices.summary.cycle')}>
          <Day day={bill_cycle.start_date} /> – <Day day={bill_cycle.end_date} />
        </Fact>
      </dl>
      <OpenItems billing={billing} />
    </Section>
  );
}

/** The oldest due date that money on its way does not cover. */
function DueDate({ billing: { dueDate, openItems } }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  if (dueDate) return <Day day={dueDate} />;
  return t(openItems.length > 0 ? 'balance.onItsWay' : 'invoices.summary.noDueDate');
}

function Fact({ term, isMain, children }: { term: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={isMain ? classes.main : undefined}>{children}</dd>
    </div>
  );
}
