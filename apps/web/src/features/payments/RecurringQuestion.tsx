import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import classes from './PaymentForm.module.css';
import { Question } from './Question.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** Whether the payment is all, or autopay follows it (PAY-2). */
export function RecurringQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { offersRecurring, isRecurring, change, errorText } = form;
  if (!offersRecurring) return null;
  return (
    <Question legend={t('payments.form.recurring.question')} error={errorText('paymentType')}>
      <Choice name="paymentType" isChosen={!isRecurring} onChoose={() => change({ paymentType: 'onetime' })}>
        {t('payments.form.recurring.onetime')}
      </Choice>
      <Choice name="paymentType" isChosen={isRecurring} onChoose={() => change({ paymentType: 'recurring' })}>
        {t('payments.form.recurring.recurring')}
        <span className={classes.note}>{t('payments.form.recurring.hint')}</span>
      </Choice>
    </Question>
  );
}
