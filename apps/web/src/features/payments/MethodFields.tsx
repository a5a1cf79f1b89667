import { formatCents } from '@myaccount/contract/money';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './PaymentForm.module.css';

interface MethodFieldsProps {
  readonly methods: readonly RecurringPayment[];
  readonly chosenId: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (id: string) => void;
}

/** The saved methods, or what to do when there are none (METHODS-1). */
export function MethodFields({ methods, chosenId, error, isDisabled, onChoose }: MethodFieldsProps) {
  const { t } = useTranslation();
  return (
    <FieldGroup legend={t('payments.form.with.question')} error={error}>
      {methods.length === 0 ? (
        <p className={classes.none}>
          {t('payment-methods.none')} <PhoneLink phone={config.brand.supportPhone} />
        </p>
      ) : (
        <MethodChoice
          name="selectedCard"
          methods={methods}
          chosenId={chosenId}
          today={businessToday()}
          isDisabled={isDisabled}
          onChoose={onChoose}
        />
      )}
    </FieldGroup>
  );
}

interface DebitAuthorizationProps {
  readonly amountCents: number;
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** The authorization of a bank debit; its text version is sent with the payment (CONSENT-1). */
export function DebitAuthorization(props: DebitAuthorizationProps) {
  const { amountCents, isGiven, error, isDisabled, onChange } = props;
  const { t } = useTranslation();
  const errorId = 'debit-authorization-error';
  const { name: brand, supportPhone: phone } = config.brand;
  return (
    <div>
      <label className={classes.authorization}>
        <input
          type="checkbox"
          name="isDebitAuthorized"
          checked={isGiven}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t('payments.form.authorization', { brand, phone, amount: formatCents(amountCents) })}</span>
      </label>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
