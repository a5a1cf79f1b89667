import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import classes from './PaymentForm.module.css';
import { canBecomeAmount, centsFromTyped, type PaymentFormValues, tidyTyped } from './payment.form.ts';
import { QuestionRow } from './QuestionRow.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

/** The amount: what is due, or another amount (PAY-1). With nothing due there is no choice. */
export function AmountQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { billing, values, amountDueCents, amountCents, change, errorText } = form;
  const isOther = values.paymentAmount === 'otherAmount';
  const choose = (paymentAmount: PaymentFormValues['paymentAmount']) => () => change({ paymentAmount });
  const hasChoice = amountDueCents > 0;
  const figure = <Money cents={amountCents} className={classes.figure ?? ''} />;
  return (
    <>
      <QuestionRow
        legend={t('payments.form.amount.question')}
        answer={hasChoice && amountCents > 0 ? figure : undefined}
        error={isOther ? undefined : errorText('customAmount')}
      >
        {hasChoice ? (
          <>
            <Choice name="paymentAmount" isChosen={!isOther} onChoose={choose('currentBalance')}>
              <span className={layout.ends}>
                <span>{t('payments.form.amount.currentBalance')}</span>
                <Money cents={amountDueCents} className={classes.amountDue ?? ''} />
              </span>
            </Choice>
            <Choice name="paymentAmount" isChosen={isOther} onChoose={choose('otherAmount')}>
              {t('payments.form.amount.otherAmount')}
            </Choice>
          </>
        ) : (
          <p>{t('payments.form.nothingDue.title')}</p>
        )}
        {isOther && <AmountField form={form} />}
      </QuestionRow>
      <BalanceNotes billing={billing} />
    </>
  );
}

/** What was typed or pasted stays; what cannot be an amount says so at once, and how one is written. */
function AmountField({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { values, amountDueCents, change, errorText } = form;
  const [isEditing, setIsEditing] = useState(false);
  const text = values.customAmount;
  const cents = centsFromTyped(text);
  const hint = cents === undefined ? text && 'hint' : cents > amountDueCents && 'becomesCredit';
  const isReadable = text === '' || cents !== undefined || (isEditing && canBecomeAmount(text));
  return (
    <TextField
      name="customAmount"
      label={t('payments.form.amount.label')}
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      className={classes.amountField ?? ''}
      value={text}
      error={errorText('customAmount') ?? (isReadable ? undefined : t('payments.form.errors.amountInvalid'))}
      hint={hint && t(`payments.form.amount.${hint}`)}
      onChange={({ currentTarget }) => change({ customAmount: currentTarget.value })}
      onFocus={() => setIsEditing(true)}
      onBlur={() => {
        setIsEditing(false);
        change({ customAmount: tidyTyped(text) });
      }}
    />
  );
}

/** Explains the balance due: a credit, and money already on its way or planned. */
function BalanceNotes({ billing: { credit, inFlight, planned } }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  return Object.entries({ credit, inFlight, planned })
    .filter(([, dollars]) => dollars > 0)
    .map(([name, dollars]) => (
      <span key={name} className={classes.note} data-tone={name === 'credit' ? 'good' : undefined}>
        {t(`payments.form.amount.${name}`, { amount: formatCents(centsOf(dollars)) })}
      </span>
    ));
}

interface NothingDueProps {
  readonly form: PaymentFormState;
  readonly onPayAhead: () => void;
  /** Called with the id of a method that was added here. */
  readonly onMethodAdded: (id: string) => void;
}

/** Says that nothing is due, and offers to pay ahead, or to add a method to do so. An inactive account gets no more bills to pay ahead. */
export function NothingDue({ form: { billing, canPay }, onPayAhead, onMethodAdded }: NothingDueProps) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  return (
    <div className={classes.nothingDue}>
      <p className={classes.lead}>{t('payments.form.nothingDue.title')}</p>
      <p>
        <BalanceNotes billing={billing} />
      </p>
      {isActive && <p>{t(`payments.form.nothingDue.${canPay ? 'payAheadText' : 'addMethodText'}`)}</p>}
      {isActive && canPay && (
        <Button variant="default" className={layout.button} onClick={onPayAhead}>
          {t('payments.form.nothingDue.payAhead')}
        </Button>
      )}
      {isActive && !canPay && <AddMethodButton onAdded={onMethodAdded} />}
    </div>
  );
}
