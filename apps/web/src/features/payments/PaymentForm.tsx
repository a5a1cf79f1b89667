import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ignoreSecondPress } from '../../ui/second-press.ts';
import { formatDay } from '../../ui/time.ts';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { MethodButtons } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { AmountQuestion, NothingDue } from './AmountQuestion.tsx';
import { CoveredBills } from './CoveredBills.tsx';
import { focusField } from './focus-field.ts';
import { PaymentConsents, RecurringQuestion } from './PaymentConsents.tsx';
import classes from './PaymentForm.module.css';
import { type PaymentBody, seenBalanceOf } from './payment-intent.ts';
import { QuestionRow } from './QuestionRow.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';
import { WhenQuestion } from './WhenQuestion.tsx';

interface PaymentFormProps {
  readonly form: PaymentFormState;
  /** True when the page was opened to pay, or the form comes back: it is scrolled to and focused (PAYMENTS-2). */
  readonly isFocused: boolean;
  /** Called with the id of a method that was added where there was none to pay with. */
  readonly onMethodAdded: (id: string) => void;
  readonly onPay: (body: PaymentBody) => void;
}

/** Amount and method, what will happen, and one button that says so (PAY-1). Asks only where there is a choice. */
export function PaymentForm({ form, isFocused, onMethodAdded, onPay }: PaymentFormProps) {
  const { t, i18n } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const element = useRef<HTMLFormElement>(null);
  const [overpayment, setOverpayment] = useState<PaymentBody>();
  const { amountDueCents, amountCents, isNothingDue, wrongFields } = form;

  useEffect(() => {
    if (!isFocused) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isFocused]);

  // The form comes back with what the server refused.
  const refused = useRef(wrongFields);
  useEffect(() => {
    const hasFocus = refused.current.some((name) => focusField(element.current, name));
    if (refused.current.length > 0 && !hasFocus) element.current?.focus();
  }, []);

  const overpaid = {
    amount: formatCents(amountCents),
    owed: formatCents(amountDueCents),
    credit: formatCents(amountCents - amountDueCents),
  };

  function payAhead(): void {
    flushSync(() => form.change({ paymentAmount: 'otherAmount' }));
    focusField(element.current, 'customAmount');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A question with an error opens.
    const wrong = flushSync(() => form.check());
    if (wrong) {
      focusField(element.current, wrong);
      return;
    }
    ignoreSecondPress();
    const body = bodyOf(form, billingAccountId, i18n.language);
    // Where nothing is owed, the form has said that it becomes credit.
    if (amountDueCents > 0 && amountCents > amountDueCents) setOverpayment(body);
    else onPay(body);
  }

  return (
    <form
      ref={element}
      className={classes.form}
      aria-label={t('payments.form.title')}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
    >
      {isNothingDue ? (
        <NothingDue form={form} onPayAhead={payAhead} onMethodAdded={onMethodAdded} />
      ) : (
        <>
          <div className={classes.amount}>
            <AmountQuestion form={form} />
            <CoveredBills form={form} />
          </div>
          <div className={classes.questions}>
            <WhenQuestion {...form} error={form.errorText('paymentDate')} />
            <MethodQuestion form={form} />
            {form.offersRecurring && <RecurringQuestion form={form} />}
            <PaymentConsents form={form} />
            <Button type="submit" size="md" isWide className={classes.submit ?? ''}>
              <SubmitText form={form} />
            </Button>
          </div>
        </>
      )}
      {overpayment && (
        <ConfirmDialog
          title={t('payments.overpay.question')}
          confirmLabel={t('payments.overpay.confirm', overpaid)}
          cancelLabel={t('payments.overpay.back')}
          onConfirm={() => onPay(overpayment)}
          onCancel={() => setOverpayment(undefined)}
        >
          {t('payments.overpay.text', overpaid)}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** What the button does. It says “now” only of a payment that is made now, and no day before one is chosen. */
function SubmitText({ form }: { form: PaymentFormState }) {
  const { t, i18n } = useTranslation();
  const { values, dates, amountCents, plannedDay, isRecurring } = form;
  const amount = formatCents(amountCents);
  const isNow = !dates || values.paymentTiming === 'now' || values.paymentDate === dates.first;
  const day = plannedDay && formatDay(plannedDay, i18n.language);
  if (amountCents <= 0) return <span>{t('payments.form.submitNoAmount')}</span>;
  if (!day && !isNow) return <span>{t('balance.pay', { amount })}</span>;
  const key = `payments.form.submit${day ? 'Dated' : ''}${isRecurring ? 'Recurring' : ''}`;
  return <span>{t(key, { amount, day })}</span>;
}

/** The saved method that is charged (METHODS-1), and ways to another. One that was declined is seen, and why. */
function MethodQuestion({ form }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const { methods, values, method, change, errorText } = form;
  const choose = (selectedCard: string) => change({ selectedCard });
  const row = method && <MethodName method={method.payment_method} />;
  return (
    <QuestionRow
      legend={t('payments.form.with.question')}
      answer={methods.some(({ declined }) => declined) ? undefined : row}
      error={errorText('selectedCard')}
    >
      <MethodChoice name="selectedCard" methods={methods} chosenId={values.selectedCard} onChoose={choose} />
      <MethodButtons selectedId={values.selectedCard} onAdded={choose} />
    </QuestionRow>
  );
}

/** Returns the request of the payment, with what was agreed to. */
function bodyOf(form: PaymentFormState, billingAccountId: string, pageLanguage: string): PaymentBody {
  const { billing, values, amountCents, plannedDay, needsAuthorization, isRecurring } = form;
  const payment = {
    amount: dollarsFromCents(amountCents),
    payment_method: values.selectedCard,
    billing_account_id: billingAccountId,
    ...(plannedDay && { payment_date: plannedDay }),
    seenBalance: seenBalanceOf(billing),
  };
  const consents = [
    ...(needsAuthorization ? [agreedConsent('bank-debit', pageLanguage)] : []),
    ...(isRecurring ? [agreedConsent('autopay', pageLanguage)] : []),
  ];
  return {
    ...payment,
    paymentType: isRecurring ? 'recurring' : 'onetime',
    ...(consents.length > 0 && { consents }),
  };
}
