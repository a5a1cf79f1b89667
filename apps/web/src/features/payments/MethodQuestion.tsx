import { useTranslation } from 'react-i18next';
import { MethodButtons } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { AnsweredQuestion } from './AnsweredQuestion.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** The saved method that is charged (METHODS-1), and ways to another. One that was declined is seen, and why. */
export function MethodQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { methods, values, method, change, errorText } = form;
  const choose = (selectedCard: string) => change({ selectedCard });
  const row = method && <MethodName method={method.payment_method} />;
  return (
    <AnsweredQuestion
      legend={t('payments.form.with.question')}
      answer={methods.some(({ declined }) => declined) ? undefined : row}
      error={errorText('selectedCard')}
    >
      <MethodChoice name="selectedCard" methods={methods} chosenId={values.selectedCard} onChoose={choose} />
      <MethodButtons selectedId={values.selectedCard} onAdded={choose} />
    </AnsweredQuestion>
  );
}
