import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './PaymentForm.module.css';
import type { PaymentFormValues } from './payments.form.ts';

interface RecurringFieldsProps {
  readonly isRecurring: boolean;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<PaymentFormValues>) => void;
}

/** Whether the payment is all, or autopay follows it (PAY-2). */
export function RecurringFields({ isRecurring, error, onChange }: RecurringFieldsProps) {
  const { t } = useTranslation();
  return (
    <FieldGroup legend={t('payments.form.recurring.question')} error={error}>
      <Choice
        name="paymentType"
        isChosen={!isRecurring}
        onChoose={() => onChange({ paymentType: 'onetime' })}
      >
        {t('payments.form.recurring.onetime')}
      </Choice>
      <Choice
        name="paymentType"
        isChosen={isRecurring}
        onChoose={() => onChange({ paymentType: 'recurring' })}
      >
        {t('payments.form.recurring.recurring')}
        <span className={classes.hint}>{t('payments.form.recurring.hint')}</span>
      </Choice>
    </FieldGroup>
  );
}
