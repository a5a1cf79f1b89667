import { useState } from 'react';
import { useDraft } from '../../ui/useDraft.ts';
import {
  emptyPaymentForm,
  type PaymentFormErrors,
  type PaymentFormLimits,
  type PaymentFormValues,
  paymentFormErrors,
} from './payments.form.ts';

export type PaymentFields = ReturnType<typeof usePaymentFields>;

const fieldsThatChange: Readonly<Record<string, readonly (keyof PaymentFormErrors)[]>> = {
  paymentAmount: ['customAmount', 'formSubmitError'],
  customAmount: ['customAmount', 'formSubmitError'],
  selectedCard: ['selectedCard', 'isDebitAuthorized'],
  isDebitAuthorized: ['isDebitAuthorized'],
};

/** An error of the typed amount has no place while the field is not shown: then it is the form’s. */
function placed(errors: PaymentFormErrors, values: PaymentFormValues): PaymentFormErrors {
  if (values.paymentAmount === 'otherAmount' || !errors.customAmount) return errors;
  const { customAmount, ...others } = errors;
  return { formSubmitError: customAmount, ...others };
}

/**
 * What is on the screen of the payment form, kept as a draft, and what is wrong with it. `defaultMethodId` is
 * chosen until the customer chooses; a choice that is no longer among `methodIds` counts as none.
 */
export function usePaymentFields(
  accountNumber: string,
  defaultMethodId: string,
  methodIds: readonly string[],
) {
  const { draft, keep, clear } = useDraft(`payment:${accountNumber}`, emptyPaymentForm);
  const [errors, setErrors] = useState<PaymentFormErrors>({});
  const selectedCard = methodIds.includes(draft.selectedCard) ? draft.selectedCard : defaultMethodId;
  const values: PaymentFormValues = { ...draft, selectedCard };

  /** What was agreed to names amount and account: another one has to be agreed to anew. */
  function change(changed: Partial<PaymentFormValues>): void {
    const isSame = Object.entries(changed).every(
      ([name, value]) => values[name as keyof PaymentFormValues] === value,
    );
    if (isSame) return;
    keep({ ...values, isDebitAuthorized: false, ...changed });
    const settled = Object.keys(changed).flatMap((name) => fieldsThatChange[name] ?? []);
    setErrors((before) => ({ ...before, ...Object.fromEntries(settled.map((name) => [name, undefined])) }));
  }

  /** Shows what is wrong and gives the name of the first field in question; undefined where all is well. */
  function check(limits: PaymentFormLimits): string | undefined {
    const found = paymentFormErrors(values, limits);
    setErrors(found);
    return Object.keys(found)[0];
  }

  return {
    values,
    errors,
    change,
    check,
    clear,
    /** Shows what the server refused. */
    refuse: (refused: PaymentFormErrors) => setErrors(placed(refused, values)),
  };
}
