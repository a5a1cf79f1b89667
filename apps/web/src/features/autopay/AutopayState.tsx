import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useMethodInSentence } from '../payment-methods/useMethodName.ts';

/** “Autopay is on”, when it is (HOME-2). */
export function AutopayPill({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  return billing.isAutoPayEnabled ? <StateBadge tone="good">{t('autopay.pill')}</StateBadge> : null;
}

/** A sentence that says whether autopay is on, and what it will charge when. */
export function AutopayState({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodInSentence();
  if (!billing.isAutoPayEnabled) return t('autopay.off');
  const { nextCharge } = billing;
  if (!nextCharge) return t('autopay.on');
  return t('autopay.onNext', {
    amount: formatCents(centsOf(nextCharge.amount)),
    method: nameMethod(billing.billDetails.defaultPaymentMethod?.payment_method),
    day: formatDay(nextCharge.date, i18n.language),
  });
}
