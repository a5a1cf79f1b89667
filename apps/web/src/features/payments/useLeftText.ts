import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/time.ts';
import type { PaymentSummary } from './payment-summary.rules.ts';

type LeftFigures = Pick<PaymentSummary, 'leftCents' | 'leftDueDate' | 'leftPastDueCents' | 'creditCents'>;

/**
 * Returns a function that says what is left to pay after a payment: an amount with its day, a credit, or nothing.
 * `isMade` tells whether the payment was made already.
 */
export function useLeftText(isMade: boolean) {
  const { t, i18n } = useTranslation();
  return ({ leftCents, leftDueDate, leftPastDueCents, creditCents }: LeftFigures): string => {
    if (leftCents > 0 && leftDueDate !== null) {
      const values = { amount: formatCents(leftCents), day: formatDay(leftDueDate, i18n.language) };
      if (leftPastDueCents <= 0) return t('payments.left.due', values);
      return t(`payments.left.${leftPastDueCents < leftCents ? 'partPastDue' : 'pastDue'}`, values);
    }
    const key = `${isMade ? '' : 'before.'}${creditCents > 0 ? 'credit' : 'nothing'}`;
    return t(`payments.left.${key}`, { amount: formatCents(creditCents) });
  };
}
