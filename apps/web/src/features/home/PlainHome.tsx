import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { centsOf, Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import { useAccount, useAccountDetails, useBillingAccount } from '../accounts/accounts.queries.ts';
import classes from './PlainHome.module.css';

/** The card of the home page without the dashboard: name, plan, what is owed, and links to the main tasks (HOME-1). */
export function PlainHome() {
  const { t } = useTranslation();
  const { accountStatus, customer, Business } = useAccount();
  const { balance } = useBillingAccount();
  const { data, isError } = useAccountDetails();
  const name = Business?.BusinessName ?? `${customer.firstName} ${customer.lastName}`;

  return (
    <Section title={name}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('home.plain.plan')}</dt>
          <dd>
            {data?.ServicePlan.planName ??
              (isError ? t('account-info.facts.planFailed') : <Skeleton lines={1} />)}
          </dd>
        </div>
        <div>
          <dt>{t(balance < 0 ? 'balance.credit' : 'balance.totalOwed')}</dt>
          <dd className={classes.balance}>
            <Money cents={Math.abs(centsOf(balance))} />
          </dd>
        </div>
      </dl>
      <ul className={classes.jobs}>
        {accountStatus === 'ACTIVE' && (
          <li>
            <Link to={paths.makePayment} className={textLink}>
              {t('home.plain.pay')}
            </Link>
          </li>
        )}
        <li>
          <Link to={paths.billing} className={textLink}>
            {t('home.plain.bills')}
          </Link>
        </li>
        <li>
          <Link to={paths.payments} className={textLink}>
            {t('home.plain.payments')}
          </Link>
        </li>
      </ul>
    </Section>
  );
}
