import { useTranslation } from 'react-i18next';
import { Question } from '../../ui/Question.tsx';
import { MethodButtons } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** The saved method that is charged, where there is a choice (METHODS-1), and ways to another. */
export function MethodQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { methods, values, change, errorText } = form;
  const choose = (selectedCard: string) => change({ selectedCard });
  return (
    <>
      {methods.length > 1 && (
        <Question legend={t('payments.form.with.question')} error={errorText('selectedCard')}>
          <MethodChoice
            name="selectedCard"
            methods={methods}
            chosenId={values.selectedCard}
            onChoose={choose}
          />
        </Question>
      )}
      <MethodButtons selectedId={values.selectedCard} onAdded={choose} />
    </>
  );
}
