import type { BillingRefresh } from '@myaccount/contract/home';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { BalanceNotes } from './BalanceNotes.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './PaymentForm.module.css';
import { canBecomeAmount, centsFromTyped, type PaymentFormValues, tidyTyped } from './payments.form.ts';

interface AmountFieldsProps {
  readonly billing: BillingRefresh;
  readonly values: PaymentFormValues;
  /** Of the typed amount, after a press. */
  readonly error: string | undefined;
  readonly onChange: (change: Partial<PaymentFormValues>) => void;
}

/** The amount: what is due, or another amount (PAY-1). With nothing due there is no choice. */
export function AmountFields({ billing, values, error, onChange }: AmountFieldsProps) {
  const { t } = useTranslation();
  const isOther = values.paymentAmount === 'otherAmount';
  const amountDueCents = centsOf(billing.amountDue);
  return (
    <FieldGroup legend={t('payments.form.amount.question')}>
      {amountDueCents > 0 ? (
        <>
          <Choice
            name="paymentAmount"
            isChosen={!isOther}
            onChoose={() => onChange({ paymentAmount: 'currentBalance' })}
          >
            <span className={classes.amountChoice}>
              {t('payments.form.amount.currentBalance')}
              <Money cents={amountDueCents} className={classes.amount ?? ''} />
            </span>
            <BalanceNotes billing={billing} />
          </Choice>
          <Choice
            name="paymentAmount"
            isChosen={isOther}
            onChoose={() => onChange({ paymentAmount: 'otherAmount' })}
          >
            {t('payments.form.amount.otherAmount')}
          </Choice>
        </>
      ) : (
        <p className={classes.none}>
          {t('payments.form.nothingDue.title')} <BalanceNotes billing={billing} />
        </p>
      )}
      {isOther && (
        <TypedAmount
          text={values.customAmount}
          amountDueCents={amountDueCents}
          error={error}
          onChange={(customAmount) => onChange({ customAmount })}
        />
      )}
    </FieldGroup>
  );
}

interface TypedAmountProps {
  readonly text: string;
  readonly amountDueCents: number;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

/** What was typed or pasted stays; what cannot be an amount says so at once. */
function TypedAmount({ text, amountDueCents, error, onChange }: TypedAmountProps) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const cents = centsFromTyped(text);
  const isReadable = text === '' || cents !== undefined || (isEditing && canBecomeAmount(text));
  return (
    <TextField
      name="customAmount"
      label={t('payments.form.amount.label')}
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      className={classes.customAmount ?? ''}
      value={text}
      error={error ?? (isReadable ? undefined : t('payments.form.errors.amountInvalid'))}
      hint={(cents ?? 0) > amountDueCents ? t('payments.form.amount.becomesCredit') : undefined}
      onChange={({ currentTarget: { value } }) => onChange(value)}
      onFocus={() => setIsEditing(true)}
      onBlur={() => {
        setIsEditing(false);
        onChange(tidyTyped(text));
      }}
    />
  );
}
