import { streetOf } from '@myaccount/contract/address-lines';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { signedInUser } from '../../api/session.ts';
import { serviceAddressOf } from '../../features/accounts/account-face.rules.ts';
import { useAccount, useAccountDetails } from '../../features/accounts/accounts.queries.ts';
import { useBillingRefresh } from '../../features/balance/balance.queries.ts';
import { AsOf } from '../../features/happenings/Happenings.tsx';
import { HeroBanner } from '../../features/hero-discount/HeroBanner.tsx';
import { LatestBillCard } from '../../features/home/LatestBillCard.tsx';
import { ManagePanel } from '../../features/home/ManagePanel.tsx';
import { NextPaymentCard } from '../../features/home/NextPaymentCard.tsx';
import { BillsWithPayments } from '../../features/invoices/BillsWithPayments.tsx';
import { Later } from '../../ui/Later.tsx';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { FullPageSpinner } from '../../ui/Spinner.tsx';
import { usePaging } from '../use-paging.ts';
import classes from './DashboardPage.module.css';

const BasicHomePage = lazyPart(
  async () => (await import('./BasicHomePage.tsx')).BasicHomePage,
  <FullPageSpinner />,
);

const NextVisit = lazyPart(async () => (await import('../../features/appointments/NextVisit.tsx')).NextVisit);
const FirstWeeks = lazyPart(async () => (await import('../../features/home/FirstWeeks.tsx')).FirstWeeks);

/** The dashboard, or a basic home page where the operator switched the dashboard off (HOME-1). */
export function HomePage() {
  return config.flags.billingRefresh ? <DashboardPage /> : <BasicHomePage />;
}

/** The dashboard: what is owed, the next visit, then the latest bill, then history and what is set up, then an offer (HOME-1). */
export function DashboardPage() {
  const { t } = useTranslation();
  const { data: billing } = useBillingRefresh();
  const { nextVisit } = useAccountDetails().data ?? {};
  return (
    <>
      <div className={classes.title}>
        <PageTitle>{t('home.title')}</PageTitle>
        <Greeting asOf={billing?.asOf} />
      </div>
      <div className={classes.rows}>
        <NextPaymentCard />
        {billing?.firstWeeks && <FirstWeeks billing={billing} first={billing.firstWeeks} />}
        {nextVisit && !billing?.happenings.some(({ kind }) => kind === 'visit') && <NextVisit />}
        <Later>
          {billing && <LatestBillCard billing={billing} />}
          <div className={classes.pair}>
            <BillsWithPayments {...usePaging()} />
            {billing && <ManagePanel billing={billing} />}
          </div>
          <HeroBanner />
        </Later>
      </div>
    </>
  );
}

/** “Hi Ana · 118 Orchard Lane”: whose account the page shows, and where its service is (FACE-1); and as of when, where that is a while ago. */
function Greeting({ asOf }: { readonly asOf: string | null | undefined }) {
  const { t } = useTranslation();
  const { Business, customer, role, customerAddress } = useAccount();
  const person = role === 'primary' ? customer.firstName : signedInUser().given_name;
  const name = Business?.BusinessName || person;
  const address = serviceAddressOf(customerAddress);
  return (
    <p className={classes.greeting}>
      <span className={layout.dots}>
        <span>{name ? t('accounts.greeting', { name }) : t('accounts.greetingNoName')}</span>
        {address && <span>{` ${streetOf(address)}`}</span>}
        {asOf && <AsOf at={asOf} />}
      </span>
    </p>
  );
}
