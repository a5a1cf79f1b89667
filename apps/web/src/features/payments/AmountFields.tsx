import { TextInput } from '@mantine/core';
import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './PaymentForm.module.css';
import { canBecomeAmount, centsFromTyped, type PaymentFormValues, tidyTyped } from './payments.form.ts';

interface AmountFieldsProps {
  readonly billing: BillingRefresh;
  readonly values: PaymentFormValues;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<PaymentFormValues>) => void;
}

/** The amount: what is due, or another amount (PAY-1). */
export function AmountFields({ billing, values, error, isDisabled, onChange }: AmountFieldsProps) {
  const { t } = useTranslation();
  const isOther = values.paymentAmount === 'otherAmount';
  const typedCents = centsFromTyped(values.customAmount) ?? 0;
  const amountDueCents = centsOf(billing.amountDue);
  return (
    <FieldGroup legend={t('payments.form.amount.question')}>
      <Choice
        name="paymentAmount"
        isChosen={!isOther}
        isDisabled={isDisabled}
        onChoose={() => onChange({ paymentAmount: 'currentBalance' })}
      >
        <span className={classes.amountChoice}>
          {t('payments.form.amount.currentBalance')}
          <Money cents={amountDueCents} className={classes.amount} />
        </span>
        <BalanceNotes billing={billing} />
      </Choice>
      <Choice
        name="paymentAmount"
        isChosen={isOther}
        isDisabled={isDisabled}
        onChoose={() => onChange({ paymentAmount: 'otherAmount' })}
      >
        {t('payments.form.amount.otherAmount')}
      </Choice>
      {isOther && (
        <TextInput
          name="customAmount"
          label={t('payments.form.amount.label')}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          size="md"
          className={classes.customAmount}
          value={values.customAmount}
          error={error}
          disabled={isDisabled}
          description={typedCents > amountDueCents ? t('payments.form.amount.becomesCredit') : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={({ currentTarget: { value } }) => {
            if (canBecomeAmount(value)) onChange({ customAmount: value });
          }}
          onBlur={() => onChange({ customAmount: tidyTyped(values.customAmount) })}
        />
      )}
    </FieldGroup>
  );
}

/** Explains the balance due: nothing open, a credit, money already on its way. */
function BalanceNotes({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const amountOf = (dollars: number) => ({ amount: formatCents(centsOf(dollars)) });
  const notes = [
    billing.credit > 0 && t('payments.form.amount.credit', amountOf(billing.credit)),
    billing.openItems.length === 0 && billing.credit === 0 && t('payments.form.amount.nothingDue'),
    billing.inFlight > 0 && t('payments.form.amount.inFlight', amountOf(billing.inFlight)),
    billing.planned > 0 && t('payments.form.amount.planned', amountOf(billing.planned)),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <span key={note} className={classes.note}>
      {note}
    </span>
  ));
}
