import { useTranslation } from 'react-i18next';
import { centsOf } from '../../ui/Money.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import classes from './ReceiptScreen.module.css';
import { useLeftText } from './useLeftText.ts';

/** What is left to pay after the payment, from a balance that already knows it; keeps its line while that loads. */
export function LeftToPay() {
  const { t } = useTranslation();
  const leftText = useLeftText(true);
  const { data: billing, isFetching, isError } = useBillingRefresh();
  if (isError) return null;
  if (!billing || isFetching) {
    return (
      <p className={classes.left} aria-hidden="true">
        {t('ui.loading')}
      </p>
    );
  }
  const figures = {
    leftCents: centsOf(billing.amountDue),
    leftDueDate: billing.dueDate,
    leftPastDueCents: centsOf(billing.pastDue),
    creditCents: centsOf(billing.credit),
  };
  return <p className={classes.left}>{leftText(figures)}</p>;
}
