import { useState } from 'react';
import { useDraft } from '../../ui/useDraft.ts';
import {
  emptyPaymentForm,
  type PaymentFormErrors,
  type PaymentFormLimits,
  type PaymentFormValues,
  paymentFormErrors,
  withdrawnBy,
} from './payments.form.ts';

export type PaymentFields = ReturnType<typeof usePaymentFields>;

const errorsByField: Readonly<Record<string, readonly (keyof PaymentFormErrors)[]>> = {
  paymentAmount: ['customAmount', 'formSubmitError'],
  customAmount: ['customAmount', 'formSubmitError'],
  selectedCard: ['selectedCard', 'paymentType', 'isDebitAuthorized'],
  paymentType: ['paymentType', 'isAutopayAuthorized'],
  isAutopayAuthorized: ['isAutopayAuthorized'],
  paymentTiming: ['paymentDate'],
  paymentDate: ['paymentDate'],
  isDebitAuthorized: ['isDebitAuthorized'],
};

/** Moves an error of the typed amount to the form while that field is not shown. */
function placeErrors(errors: PaymentFormErrors, values: PaymentFormValues): PaymentFormErrors {
  if (values.paymentAmount === 'otherAmount' || !errors.customAmount) return errors;
  const { customAmount, ...others } = errors;
  return { formSubmitError: customAmount, ...others };
}

/**
 * Values of the payment form, kept as a draft, and their errors. `defaultMethodId` is selected until the customer selects
 * another; a selection that is no longer among `methodIds` counts as none.
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

  function change(changed: Partial<PaymentFormValues>): void {
    const isSame = Object.entries(changed).every(
      ([name, value]) => values[name as keyof PaymentFormValues] === value,
    );
    if (isSame) return;
    keep({ ...values, ...withdrawnBy(changed), ...changed });
    const settled = Object.keys(changed).flatMap((name) => errorsByField[name] ?? []);
    setErrors((before) => ({ ...before, ...Object.fromEntries(settled.map((name) => [name, undefined])) }));
  }

  /** Shows the validation errors and returns the name of the first wrong field; undefined when the form is valid. */
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
    /** Shows the fields that the server refused. */
    refuse: (refused: PaymentFormErrors) => setErrors(placeErrors(refused, values)),
  };
}
