import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import type { NextPayment } from './next-payment.rules.ts';

/** The sentence of what will happen, and the notes beside it, in the language of the page. */
export function useNextPaymentTexts(billing: BillingRefresh, next: NextPayment) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodName();
  const amountOf = (cents: number) => ({ amount: formatCents(cents) });
  const dayOf = (day: string) => ({ day: formatDay(day, i18n.language) });

  function chargeValues() {
    const method = billing.billDetails.defaultPaymentMethod?.payment_method;
    return {
      ...amountOf(centsOf(billing.nextCharge?.amount ?? 0)),
      ...dayOf(billing.nextCharge?.date ?? ''),
      method: method ? nameMethod(method) : t('home.nextPayment.savedMethod'),
    };
  }

  function sentenceOf(): string {
    switch (next.kind) {
      case 'autopay':
        return t('home.nextPayment.autopay', chargeValues());
      case 'pastDue':
        return t('home.nextPayment.pastDue', amountOf(next.pastDueCents));
      case 'due':
        return next.dueDay
          ? t('home.nextPayment.due.byDay', dayOf(next.dueDay))
          : t('home.nextPayment.due.noDay');
      default:
        return t(`home.nextPayment.${next.kind}`, amountOf(next.amountCents));
    }
  }

  const noteTexts = {
    autopay: () => t('home.nextPayment.autopayNote', chargeValues()),
    onItsWay: () => t('home.nextPayment.onItsWayNote', amountOf(centsOf(billing.inFlight))),
    planned: () => t('home.nextPayment.plannedNote', amountOf(centsOf(billing.planned))),
  };
  return { sentence: sentenceOf(), notes: next.notes.map((note) => noteTexts[note]()) };
}
