import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { centsOf } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { formatDay } from '../../ui/time.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { AutopayPill, AutopayProblem, AutopayState } from '../autopay/AutopayState.tsx';
import { autopayTroubleOf } from '../autopay/autopay-trouble.rules.ts';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { type NextPayment, nextPaymentOf } from '../balance/next-payment.rules.ts';
import { nextDueDate } from '../balance/open-items.rules.ts';
import { useMethodInSentence } from '../payment-methods/MethodWords.tsx';
import classes from './NextPaymentCard.module.css';

/** What is owed, when, and what will happen: the one large figure of the dashboard (HOME-2). */
export function NextPaymentCard() {
  const { t } = useTranslation();
  const balance = useBillingRefresh();
  return (
    <Section
      title={t('home.nextPayment.title')}
      aside={balance.data && <AutopayAside billing={balance.data} />}
      className={classes.card ?? ''}
    >
      <Loaded query={balance} failed={t('home.nextPayment.failed')}>
        {(billing) => <Owed billing={billing} />}
      </Loaded>
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

function Owed({ billing }: { billing: BillingRefresh }) {
  const next = nextPaymentOf(billing);
  const { sentence, notes } = useNextPaymentTexts(billing, next);
  return (
    <AmountOwed billing={billing}>
      <p className={next.kind === 'pastDue' ? classes.late : classes.sentence}>{sentence}</p>
      {notes.map((note) => (
        <p key={note} className={`${classes.sentence} ${layout.small}`}>
          {note}
        </p>
      ))}
      {billing.isAutoPayEnabled && !billing.nextCharge && (
        <p className={`${classes.sentence} ${layout.small}`}>
          <AutopayState billing={billing} />
        </p>
      )}
      <AutopayProblem billing={billing} />
    </AmountOwed>
  );
}

/** Returns the sentence of what will happen, and the notes beside it, in the language of the page. */
function useNextPaymentTexts(billing: BillingRefresh, next: NextPayment) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodInSentence();
  const amountOf = (dollars: number) => ({ amount: formatCents(centsOf(dollars)) });
  const dayOf = (day = '') => ({ day: formatDay(day, i18n.language) });

  const chargeTexts = (key: 'autopay' | 'autopayNote') =>
    t(`home.nextPayment.${key}`, {
      ...amountOf(billing.nextCharge?.amount ?? 0),
      ...dayOf(billing.nextCharge?.date),
      method: nameMethod(billing.autopay?.payment_method),
    });

  function sentenceOf(): string {
    switch (next.kind) {
      case 'autopay':
        // A charge that is about to fail is nothing to wait for.
        return chargeTexts(autopayTroubleOf(billing) ? 'autopayNote' : 'autopay');
      case 'pastDue':
        return billing.pastDue < billing.amountDue
          ? t('home.nextPayment.pastDue', amountOf(billing.pastDue))
          : t('home.nextPayment.pastDueAll');
      case 'due':
        return t('home.nextPayment.due', dayOf(nextDueDate(billing)));
      default:
        return t(`home.nextPayment.${next.kind}`);
    }
  }

  // Only an amount due has money on its way and planned payments taken off already.
  const ending = next.isOwed ? 'Note' : 'Too';
  const noteTexts = {
    autopay: () => chargeTexts('autopayNote'),
    onItsWay: () => t(`home.nextPayment.onItsWay${ending}`, amountOf(billing.inFlight)),
    planned: () => t(`home.nextPayment.planned${ending}`, amountOf(billing.planned)),
  };
  return { sentence: sentenceOf(), notes: next.notes.map((note) => noteTexts[note]()) };
}
