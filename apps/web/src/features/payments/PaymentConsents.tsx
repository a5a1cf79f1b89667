import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import { SecurityHold } from '../payment-methods/SecurityHold.tsx';
import classes from './PaymentForm.module.css';
import { QuestionRow } from './QuestionRow.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** Whether the payment is all, or autopay follows it (PAY-2). */
export function RecurringQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { isRecurring, change, errorText } = form;
  return (
    <QuestionRow
      legend={t('payments.form.recurring.question')}
      answer={t(`payments.form.recurring.${isRecurring ? 'recurring' : 'onetime'}`)}
      error={errorText('paymentType')}
    >
      <Choice name="paymentType" isChosen={!isRecurring} onChoose={() => change({ paymentType: 'onetime' })}>
        {t('payments.form.recurring.onetime')}
      </Choice>
      <SecurityHold>
        <Choice
          name="paymentType"
          isChosen={isRecurring}
          onChoose={() => change({ paymentType: 'recurring' })}
        >
          <span>{t('payments.form.recurring.recurring')}</span>
          <span className={classes.note}>{t('payments.form.recurring.hint')}</span>
        </Choice>
      </SecurityHold>
    </QuestionRow>
  );
}

/** What the payer must agree to: a bank debit, and autopay where it was chosen with the payment (CONSENT-1). */
export function PaymentConsents({ form }: { form: PaymentFormState }) {
  const { values, amountCents, plannedDay, needsAuthorization, isRecurring, change, errorText } = form;
  return (
    <>
      {needsAuthorization && (
        <ConsentCheckbox
          kind="bank-debit"
          name="isDebitAuthorized"
          amount={formatCents(amountCents)}
          day={plannedDay}
          isGiven={values.isDebitAuthorized}
          error={errorText('isDebitAuthorized')}
          onChange={(isDebitAuthorized) => change({ isDebitAuthorized })}
        />
      )}
      {isRecurring && (
        <ConsentCheckbox
          kind="autopay"
          name="isAutopayAuthorized"
          isGiven={values.isAutopayAuthorized}
          error={errorText('isAutopayAuthorized')}
          onChange={(isAutopayAuthorized) => change({ isAutopayAuthorized })}
        />
      )}
    </>
  );
}
