import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { autopayTroubleOf } from '../autopay/autopay-trouble.rules.ts';
import type { NextPayment } from '../balance/next-payment.rules.ts';
import { nextDueDate } from '../balance/open-items.rules.ts';
import { useMethodInSentence } from '../payment-methods/MethodWords.tsx';

/** Returns the sentence of what will happen, and the notes beside it, in the language of the page. */
export function useNextPaymentTexts(billing: BillingRefresh, next: NextPayment) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodInSentence();
  const amountOf = (cents: number) => ({ amount: formatCents(cents) });
  const dayOf = (day: string) => ({ day: formatDay(day, i18n.language) });

  function chargeValues() {
    return {
      ...amountOf(centsOf(billing.nextCharge?.amount ?? 0)),
      ...dayOf(billing.nextCharge?.date ?? ''),
      method: nameMethod(billing.autopay?.payment_method),
    };
  }

  function sentenceOf(): string {
    switch (next.kind) {
      case 'autopay':
        // A charge that is about to fail is nothing to wait for.
        return autopayTroubleOf(billing)
          ? t('home.nextPayment.autopayNote', chargeValues())
          : t('home.nextPayment.autopay', chargeValues());
      case 'pastDue':
        return billing.pastDue < billing.amountDue
          ? t('home.nextPayment.pastDue', amountOf(centsOf(billing.pastDue)))
          : t('home.nextPayment.pastDueAll');
      case 'due':
        return t('home.nextPayment.due', dayOf(nextDueDate(billing) ?? ''));
      default:
        return t(`home.nextPayment.${next.kind}`);
    }
  }

  /** Only an amount due has money on its way and planned payments taken off already. */
  const noteKey = (note: 'onItsWay' | 'planned') => `home.nextPayment.${note}${next.isOwed ? 'Note' : 'Too'}`;

  const noteTexts = {
    autopay: () => t('home.nextPayment.autopayNote', chargeValues()),
    onItsWay: () => t(noteKey('onItsWay'), amountOf(centsOf(billing.inFlight))),
    planned: () => t(noteKey('planned'), amountOf(centsOf(billing.planned))),
  };
  return { sentence: sentenceOf(), notes: next.notes.map((note) => noteTexts[note]()) };
}
