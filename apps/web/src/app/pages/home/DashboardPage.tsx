import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../api/config.ts';
import { Greeting } from '../../../features/accounts/Greeting.tsx';
import { useBillingRefresh } from '../../../features/balance/balance.queries.ts';
import { HeroBanner } from '../../../features/hero-discount/HeroBanner.tsx';
import { LatestBillCard } from '../../../features/home/LatestBillCard.tsx';
import { ManagePanel } from '../../../features/home/ManagePanel.tsx';
import { NextPaymentCard } from '../../../features/home/NextPaymentCard.tsx';
import { RecentBillsChart } from '../../../features/home/RecentBillsChart.tsx';
import { BillsWithPayments } from '../../../features/invoices/BillsWithPayments.tsx';
import { useInvoices } from '../../../features/invoices/invoices.queries.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ProblemState } from '../../../ui/ProblemState.tsx';
import { pageNumberFrom } from '../../../ui/page-number.ts';
import { Section } from '../../../ui/Section.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useTurnPage } from '../../use-turn-page.ts';
import classes from './DashboardPage.module.css';

/** The dashboard: what is owed, then the latest bill, then history, then what is set up (HOME-1). */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useBillingRefresh();
  const { page } = useSearch({ strict: false });
  // Loads the bills while the balance loads; the list shows when both are there.
  const areBillsPending = useInvoices(pageNumberFrom(page)).isPending;
  // A list that is shorter than its skeleton would pull up what is below it.
  const areBillsAwaited = areBillsPending && data && data.recentBills.length < config.limits.pageSize;
  const billing = areBillsAwaited ? undefined : data;
  return (
    <>
      <div className={classes.title}>
        <PageTitle>{t('home.title')}</PageTitle>
        <Greeting />
      </div>
      <div className={classes.rows}>
        {billing && (
          <>
            <div className={classes.pair}>
              <NextPaymentCard billing={billing} />
              <LatestBillCard summary={billing.billSummary} />
            </div>
            <HeroBanner />
            <Bills chart={<RecentBillsChart bills={billing.recentBills} />} />
            <ManagePanel billing={billing} />
          </>
        )}
        {!billing && !error && <Skeleton />}
        {!billing && error && (
          <>
            <Section title={t('home.nextPayment.title')}>
              <ProblemState
                text={t('home.nextPayment.failed')}
                error={error}
                onRetry={() => void refetch()}
              />
            </Section>
            <Bills />
          </>
        )}
      </div>
    </>
  );
}

function Bills({ chart }: { chart?: ReactNode }) {
  const { t } = useTranslation();
  const { page } = useSearch({ strict: false });
  const turnPage = useTurnPage();
  return (
    <BillsWithPayments
      title={t('home.bills.title')}
      chart={chart}
      page={pageNumberFrom(page)}
      onPage={turnPage}
    />
  );
}
