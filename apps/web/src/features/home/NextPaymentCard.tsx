import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { AutopayPill, AutopayProblem, AutopayState } from '../autopay/AutopayState.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import classes from './NextPaymentCard.module.css';
import { useNextPaymentTexts } from './useNextPaymentTexts.ts';

/** What is owed, when, and what will happen: the one large figure of the dashboard (HOME-2). */
export function NextPaymentCard({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const next = nextPaymentOf(billing);
  const { sentence, notes } = useNextPaymentTexts(billing, next);
  return (
    <Section
      title={t('home.nextPayment.title')}
      aside={<AutopayAside billing={billing} />}
      className={classes.card ?? ''}
    >
      <AmountOwed billing={billing}>
        <p className={next.kind === 'pastDue' ? classes.late : classes.sentence}>{sentence}</p>
        {notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
        {billing.isAutoPayEnabled && !billing.nextCharge && (
          <p className={classes.note}>
            <AutopayState billing={billing} />
          </p>
        )}
        <AutopayProblem billing={billing} />
      </AmountOwed>
    </Section>
  );
}

/** “Autopay is on”, or the way to turn it on (HOME-2); nothing for a closed account. */
function AutopayAside({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  if (billing.isAutoPayEnabled) return <AutopayPill billing={billing} />;
  if (!isActive) return null;
  return (
    <AutopayButton billing={billing} surface="dashboard" look="button">
      {t('autopay.turnOn.open')}
    </AutopayButton>
  );
}
