import { Button } from '@mantine/core';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import classes from './PaymentForm.module.css';

interface PayBarProps {
  /** 0 while there is no valid amount. */
  readonly amountCents: number;
  /** Cents of the payment that is being sent; undefined when there is none. */
  readonly sentCents: number | undefined;
}

/** The button that pays. On a phone it stays at the bottom of the screen while the form is in view. */
export function PayBar({ amountCents, sentCents }: PayBarProps) {
  const { t } = useTranslation();
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
    return t('payments.form.submit', { amount: formatCents(amountCents) });
  }
}
