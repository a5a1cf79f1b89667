import { formatCents } from '@myaccount/contract/money';
import { ConsentCheckbox } from '../consents/ConsentCheckbox.tsx';
import type { PaymentFormValues } from './payments.form.ts';

interface PaymentConsentsProps {
  readonly values: PaymentFormValues;
  readonly amountCents: number;
  /** Day of a payment dated ahead; undefined for one that is made at once. */
  readonly plannedDay: string | undefined;
  readonly isDebit: boolean;
  readonly isRecurring: boolean;
  readonly errorText: (name: 'isDebitAuthorized' | 'isAutopayAuthorized') => string | undefined;
  readonly onChange: (change: Partial<PaymentFormValues>) => void;
}

/** What the payer must agree to: a bank debit, and autopay where it was chosen with the payment (CONSENT-1). */
export function PaymentConsents(props: PaymentConsentsProps) {
  const { values, amountCents, plannedDay, isDebit, isRecurring, errorText, onChange } = props;
  return (
    <>
      {isDebit && (
        <ConsentCheckbox
          kind="bank-debit"
          name="isDebitAuthorized"
          values={{ amount: formatCents(amountCents), day: plannedDay }}
          isGiven={values.isDebitAuthorized}
          error={errorText('isDebitAuthorized')}
          onChange={(isDebitAuthorized) => onChange({ isDebitAuthorized })}
        />
      )}
      {isRecurring && (
        <ConsentCheckbox
          kind="autopay"
          name="isAutopayAuthorized"
          isGiven={values.isAutopayAuthorized}
          error={errorText('isAutopayAuthorized')}
          onChange={(isAutopayAuthorized) => onChange({ isAutopayAuthorized })}
        />
      )}
    </>
  );
}
