import { formatCents } from '@myaccount/contract/money';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** What the payer must agree to: a bank debit, and autopay where it was chosen with the payment (CONSENT-1). */
export function PaymentConsents({ form }: { form: PaymentFormState }) {
  const { values, amountCents, plannedDay, needsAuthorization, isRecurring, change, errorText } = form;
  return (
    <>
      {needsAuthorization && (
        <ConsentCheckbox
          kind="bank-debit"
          name="isDebitAuthorized"
          values={{ amount: formatCents(amountCents), day: plannedDay }}
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
