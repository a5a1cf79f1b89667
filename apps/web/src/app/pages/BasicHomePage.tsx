import { centsOf } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  useAccount,
  useAccountDetails,
  useBillingAccount,
} from '../../features/accounts/accounts.queries.ts';
import { NextVisit } from '../../features/appointments/NextVisit.tsx';
import { HeroBanner } from '../../features/hero-discount/HeroBanner.tsx';
import { Fact } from '../../ui/Facts.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Section } from '../../ui/Section.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { paths } from '../paths.ts';
import classes from './BasicHomePage.module.css';

/** Home where the dashboard is switched off (HOME-1), with the offer of the Hero Discount (HERO-1). */
export function BasicHomePage() {
  const { t } = useTranslation();
  const { customer, Business } = useAccount();
  return (
    <>
      <PageTitle>{t('home.plain.title')}</PageTitle>
      <div className={layout.cards}>
        <NextVisit />
        <Section title={Business?.BusinessName ?? `${customer.firstName} ${customer.lastName}`}>
          <PlanAndBalance />
          <Tasks />
        </Section>
        <HeroBanner />
      </div>
    </>
  );
}

function PlanAndBalance() {
  const { t } = useTranslation();
  const { balance } = useBillingAccount();
  const { data: details, isError } = useAccountDetails();
  const owed = <Money cents={Math.abs(centsOf(balance))} className={classes.balance ?? ''} />;
  return (
    <dl className={classes.facts}>
      <Fact
        term={t('home.plain.plan')}
        value={isError ? t('account-info.facts.planFailed') : details?.ServicePlan.planName}
      />
      <Fact term={t(balance < 0 ? 'balance.credit' : 'balance.totalOwed')} value={owed} />
    </dl>
  );
}

/** Links to the main tasks. */
function Tasks() {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const tasks = [
    ...(isActive ? [{ to: paths.makePayment, text: t('home.plain.pay') }] : []),
    { to: paths.billing, text: t('home.plain.bills') },
    { to: paths.payments, text: t('home.plain.payments') },
  ];
  return (
    <ul className={classes.tasks}>
      {tasks.map(({ to, text }) => (
        <li key={to}>
          <Link to={to} className={targetLink}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
