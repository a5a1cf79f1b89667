import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/day.ts';
import classes from './PaymentForm.module.css';

interface PayBarProps {
  /** 0 while there is no valid amount. */
  readonly amountCents: number;
  /** Cents of the payment that is being sent; undefined when there is none. */
  readonly sentCents: number | undefined;
  /** Day of a payment dated ahead; undefined for one that is made at once. */
  readonly plannedDay: string | undefined;
  /** True when the payment turns autopay on. */
  readonly isRecurring: boolean;
}

/** The button that pays. On a phone it stays at the bottom of the screen while the form is in view. */
export function PayBar({ amountCents, sentCents, plannedDay, isRecurring }: PayBarProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className={classes.bar}>
      <Button type="submit" size="md" className={classes.submit ?? ''} disabled={sentCents !== undefined}>
        {buttonText()}
      </Button>
    </div>
  );

  function buttonText(): string {
    if (sentCents !== undefined) return t('payments.form.sending', { amount: formatCents(sentCents) });
    if (amountCents === 0) return t('payments.form.submitNoAmount');
    if (plannedDay) {
      const day = formatDay(plannedDay, i18n.language);
      const dated = isRecurring ? 'submitDatedRecurring' : 'submitDated';
      return t(`payments.form.${dated}`, { amount: formatCents(amountCents), day });
    }
    const now = isRecurring ? 'submitRecurring' : 'submit';
    return t(`payments.form.${now}`, { amount: formatCents(amountCents) });
  }
}
