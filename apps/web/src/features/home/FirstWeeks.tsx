import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { targetLink } from '../../ui/TextLink.tsx';
import { formatDay } from '../../ui/time.ts';
import { useAccount, useAccountDetails } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import classes from './FirstWeeks.module.css';

interface FirstWeeksProps {
  readonly billing: BillingRefresh;
  readonly first: NonNullable<BillingRefresh['firstWeeks']>;
}

/** What a new customer waits for, and can do meanwhile; what is done has a tick (HOME-9). */
export function FirstWeeks({ billing, first: { hasVisit, firstBill } }: FirstWeeksProps) {
  const { t, i18n } = useTranslation();
  const { customer, role } = useAccount();
  const { data: details } = useAccountDetails();
  const bill = firstBill && {
    day: formatDay(firstBill.date, i18n.language),
    amount: formatCents(centsOf(firstBill.amount)),
  };
  return (
    <Section title={t('home.firstWeeks.title')}>
      <ul className={classes.steps}>
        {hasVisit && (
          <Step isDone={details !== undefined && !details.nextVisit} text={t('home.firstWeeks.visit')} />
        )}
        <Step isDone={!bill} text={bill ? t('home.firstWeeks.bill', bill) : t('home.firstWeeks.billDone')} />
        <Step isDone={billing.isAutoPayEnabled} text={t('home.firstWeeks.autopay')}>
          <AutopayButton billing={billing} surface="dashboard" />
        </Step>
        {role === 'primary' && (
          <Step isDone={customer.hasPin} text={t('home.firstWeeks.pin')}>
            <Link to="/settings" search={{ tab: 'security' }} className={targetLink}>
              {t('home.firstWeeks.choosePin')}
            </Link>
          </Step>
        )}
      </ul>
    </Section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly text: string;
  /** The way to do it. */
  readonly children?: ReactNode;
}

function Step({ isDone, text, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {isDone && <CheckIcon size={16} />}
      </span>
      <span>
        {isDone && <span className={layout.hidden}>{`${t('ui.stepDone')} `}</span>}
        <span>{text}</span>
      </span>
      {!isDone && children}
    </li>
  );
}
