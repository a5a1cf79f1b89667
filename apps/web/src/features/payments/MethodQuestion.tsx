import { formatCents } from '@myaccount/contract/money';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import classes from './PaymentForm.module.css';
import { Question } from './Question.tsx';

interface MethodQuestionProps {
  methods: readonly RecurringPayment[];
  chosenId: string;
  error: string | undefined;
  isDisabled: boolean;
  onChoose: (id: string) => void;
}

/** With what: the saved methods, or what to do when there are none (METHODS-1). */
export function MethodQuestion({ methods, chosenId, error, isDisabled, onChoose }: MethodQuestionProps) {
  const { t } = useTranslation();
  return (
    <Question question={t('payments.form.with.question')} error={error}>
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
    </Question>
  );
}

interface DebitAuthorizationProps {
  amountCents: number;
  isGiven: boolean;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (isGiven: boolean) => void;
}

/** What the payer of a bank debit agrees to; its version is sent with the payment (CONSENT-1). */
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
