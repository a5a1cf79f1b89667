import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBillingRefresh } from '../../../features/balance/balance.queries.ts';
import { BillingDetailsCard } from '../../../features/home/BillingDetailsCard.tsx';
import { LatestBillCard } from '../../../features/home/LatestBillCard.tsx';
import { ManagePanel } from '../../../features/home/ManagePanel.tsx';
import { NextPaymentCard } from '../../../features/home/NextPaymentCard.tsx';
import { RecentBillsChart } from '../../../features/home/RecentBillsChart.tsx';
import { BillsWithPayments } from '../../../features/invoices/BillsWithPayments.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ProblemState } from '../../../ui/ProblemState.tsx';
import { pageNumberFrom } from '../../../ui/page-number.ts';
import { Section } from '../../../ui/Section.tsx';
import { Skeletons } from '../../../ui/Skeletons.tsx';
import { useTurnPage } from '../../use-turn-page.ts';
import classes from './DashboardPage.module.css';

/** The dashboard: what is owed, then the latest bill, then history (HOME-1). */
export function DashboardPage() {
  const { t } = useTranslation();
  const turnPage = useTurnPage();
  const { page } = useSearch({ strict: false });
  return (
    <>
      <PageTitle>{t('home.title')}</PageTitle>
      <div className={classes.rows}>
        <BillingCards />
        <div className={`${classes.row} ${classes.past}`}>
          <BillsWithPayments title={t('home.bills.title')} page={pageNumberFrom(page)} onPage={turnPage} />
          <RecentBills />
        </div>
      </div>
    </>
  );
}

function BillingCards() {
  const { t } = useTranslation();
  const { data: billing, error, refetch } = useBillingRefresh();
  if (billing) {
    return (
      <>
        <div className={classes.row}>
          <NextPaymentCard billing={billing} />
          <ManagePanel billing={billing} />
        </div>
        <div className={classes.row}>
          <LatestBillCard summary={billing.billSummary} />
          <BillingDetailsCard details={billing.billDetails} />
        </div>
      </>
    );
  }
  if (error) {
    return (
      <Section title={t('home.nextPayment.title')}>
        <ProblemState text={t('home.nextPayment.failed')} error={error} onRetry={() => void refetch()} />
      </Section>
    );
  }
  return (
    <>
      <LoadingRow first={t('home.nextPayment.title')} second={t('home.manage.title')} />
      <LoadingRow first={t('home.latestBill.title')} second={t('home.billingDetails.title')} />
    </>
  );
}

/** The chart beside the list of bills; nothing while there is no data for it. */
function RecentBills() {
  const { data: billing } = useBillingRefresh();
  return billing ? <RecentBillsChart bills={billing.recentBills} /> : null;
}

function LoadingRow({ first, second }: { first: string; second: string }) {
  return (
    <div className={classes.row}>
      <Section title={first}>
        <Skeletons lines={4} lineHeight={28} />
      </Section>
      <Section title={second}>
        <Skeletons lines={4} lineHeight={28} />
      </Section>
    </div>
  );
}
