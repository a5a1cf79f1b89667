import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDay } from '../../ui/time.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';

/** “Autopay is on”, when it is (HOME-2). */
export function AutopayPill({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  return billing.isAutoPayEnabled ? <StateBadge tone="good">{t('autopay.pill')}</StateBadge> : null;
}

/** Returns a function that writes a charge's amount and day. */
function useDescribeCharge() {
  const { language } = useTranslation().i18n;
  return ({ amount, date }: { amount: number; date: string }) => ({
    amount: formatCents(centsOf(amount)),
    day: formatDay(date, language),
  });
}

/** What autopay will charge when, with what; while it is off, what it would save, and charge first. */
export function AutopayState({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const describeCharge = useDescribeCharge();
  const { nextCharge, autopay, pastDue } = billing;
  if (!billing.isAutoPayEnabled || !autopay) {
    const { firstCharge } = billing;
    const savedCents = config.limits.autopayDiscountCents;
    const offer = [
      savedCents > 0 && t('autopay.save', { amount: formatCents(savedCents) }),
      firstCharge && t('autopay.first', describeCharge(firstCharge)),
    ];
    return <span>{offer.filter(Boolean).join(' ') || t('autopay.off')}</span>;
  }
  const method = methodInSentence(autopay.payment_method, t);
  if (!nextCharge) {
    // The happening of a charge that failed says what becomes of it.
    return (
      <span>
        {pastDue > 0 && !autopay.problem
          ? t('autopay.onPastDue', { amount: formatCents(centsOf(pastDue)), method })
          : t('autopay.on', { method })}
      </span>
    );
  }
  return <span>{t('autopay.onNext', { ...describeCharge(nextCharge), method })}</span>;
}
