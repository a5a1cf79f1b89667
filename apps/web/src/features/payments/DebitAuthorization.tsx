import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import classes from './PaymentForm.module.css';

interface DebitAuthorizationProps {
  readonly amountCents: number;
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly onChange: (isGiven: boolean) => void;
}

const errorId = 'debit-authorization-error';

/** The authorization of a bank debit; its text version is sent with the payment (CONSENT-1). */
export function DebitAuthorization({ amountCents, isGiven, error, onChange }: DebitAuthorizationProps) {
  const { t } = useTranslation();
  const { name: brand, supportPhone: phone } = config.brand;
  return (
    <div>
      <label className={classes.authorization}>
        <input
          type="checkbox"
          name="isDebitAuthorized"
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t('payments.form.authorization', { brand, phone, amount: formatCents(amountCents) })}</span>
      </label>
      {error && (
        <p id={errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
