import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { isExpired } from '../payment-methods/method-name.ts';
import { useMethodInSentence } from '../payment-methods/useMethodName.ts';

/** “Autopay is on”, when it is (HOME-2). */
export function AutopayPill({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  return billing.isAutoPayEnabled ? <StateBadge tone="good">{t('autopay.pill')}</StateBadge> : null;
}

/** A sentence that says whether autopay is on, and what it will charge when, with what. */
export function AutopayState({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodInSentence();
  const { nextCharge, autopay, pastDue } = billing;
  if (!billing.isAutoPayEnabled || !autopay) return t('autopay.off');
  const method = nameMethod(autopay.payment_method);
  if (!nextCharge) {
    return pastDue > 0
      ? t('autopay.onPastDue', { amount: formatCents(centsOf(pastDue)), method })
      : t('autopay.on', { method });
  }
  return t('autopay.onNext', {
    amount: formatCents(centsOf(nextCharge.amount)),
    method,
    day: formatDay(nextCharge.date, i18n.language),
  });
}

/** What keeps autopay from collecting, and the way out: a charge that failed, or a card that expires before the next one. */
export function AutopayProblem({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const { autopay, nextCharge } = billing;
  if (!autopay) return null;
  const { problem, payment_method: method } = autopay;
  const dayText = (day: string) => formatDay(day, i18n.language);
  if (problem) {
    const { code, amount, date, retry_date: retryDate } = problem;
    const isRetried = retryDate !== null && nextCharge !== null;
    return (
      <Notice
        tone="bad"
        title={t('autopay.problem.title', { amount: formatCents(centsOf(amount)), day: dayText(date) })}
      >
        {t(`payments.failure.${code}`)}{' '}
        {isRetried ? t('autopay.problem.retry', { day: dayText(retryDate) }) : t('autopay.problem.noRetry')}
      </Notice>
    );
  }
  if (!nextCharge || !isExpired(method.expiration_date, nextCharge.date)) return null;
  return (
    <Notice tone="wait" title={t('autopay.problem.expires', { day: dayText(nextCharge.date) })}>
      {t('autopay.problem.otherMethod')}
    </Notice>
  );
}
