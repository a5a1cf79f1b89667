import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/Section.tsx';
import { AutopayPill } from '../autopay/AutopayState.tsx';
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
      aside={<AutopayPill billing={billing} />}
      className={classes.card ?? ''}
    >
      <AmountOwed billing={billing}>
        <p className={next.kind === 'pastDue' ? classes.late : classes.sentence}>{sentence}</p>
        {notes.map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
      </AmountOwed>
    </Section>
  );
}
