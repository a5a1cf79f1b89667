import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { ignoreSecondPress } from '../../ui/second-press.ts';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { AmountQuestion, NothingDue } from './AmountQuestion.tsx';
import { MethodQuestion } from './MethodQuestion.tsx';
import { PaymentConsents } from './PaymentConsents.tsx';
import classes from './PaymentForm.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';
import type { PaymentBody } from './payment-intent.ts';
import { RecurringQuestion } from './RecurringQuestion.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';
import { WhenQuestion } from './WhenQuestion.tsx';

interface PaymentFormProps {
  readonly form: PaymentFormState;
  /** Cents of the payment that is being sent; undefined when there is none. */
  readonly sentCents: number | undefined;
  /** True when the page was opened to pay, or the form comes back: it is scrolled to and focused (PAYMENTS-2). */
  readonly isFocused: boolean;
  /** Called with the id of a method that was added where there was none to pay with. */
  readonly onMethodAdded: (id: string) => void;
  readonly onPay: (body: PaymentBody) => void;
}

/** Amount and method, what will happen, and one button that says so (PAY-1). Asks only where there is a choice. */
export function PaymentForm({ form, sentCents, isFocused, onMethodAdded, onPay }: PaymentFormProps) {
  const { t, i18n } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const element = useRef<HTMLFormElement>(null);
  const [overpayment, setOverpayment] = useState<PaymentBody>();
  const { amountDueCents, amountCents, isNothingDue, firstWrong } = form;
  const isSending = sentCents !== undefined;

  useEffect(() => {
    if (!isFocused) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isFocused]);

  // Focuses the first refused field once a payment that was being sent comes back with one.
  const wasSending = useRef(isSending);
  useEffect(() => {
    const isBack = wasSending.current && !isSending;
    wasSending.current = isSending;
    if (isBack && firstWrong && !focusField(element.current, firstWrong)) element.current?.focus();
  }, [isSending, firstWrong]);

  function payAhead(): void {
    flushSync(() => form.change({ paymentAmount: 'otherAmount' }));
    focusField(element.current, 'customAmount');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSending) return;
    const wrong = form.check();
    if (wrong) {
      focusField(element.current, wrong);
      return;
    }
    ignoreSecondPress();
    const body = {
      amount: dollarsFromCents(amountCents),
      payment_method: form.values.selectedCard,
      billing_account_id: billingAccountId,
      ...(form.plannedDay && { payment_date: form.plannedDay }),
      seenBalance: form.billing.amountDue,
      ...agreedTo(form, i18n.language),
    };
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
      <div className={classes.questions}>
        {isNothingDue ? (
          <NothingDue form={form} onPayAhead={payAhead} onMethodAdded={onMethodAdded} />
        ) : (
          <>
            <AmountQuestion form={form} />
            <WhenQuestion form={form} />
            <MethodQuestion form={form} />
            <RecurringQuestion form={form} />
            <PaymentConsents form={form} />
          </>
        )}
        {form.errorText('formSubmitError') && (
          <p className={classes.error} role="alert">
            {form.errorText('formSubmitError')}
          </p>
        )}
      </div>
      {!isNothingDue && (
        <>
          <div className={classes.summary}>
            <PaymentSummary form={form} />
          </div>
          <PayBar form={form} sentCents={sentCents} />
        </>
      )}
      {overpayment && (
        <OverpaymentQuestion
          amountCents={centsOf(overpayment.amount)}
          amountDueCents={amountDueCents}
          onConfirm={() => {
            setOverpayment(undefined);
            onPay(overpayment);
          }}
          onCancel={() => setOverpayment(undefined)}
        />
      )}
    </form>
  );
}

interface PayBarProps {
  readonly form: Pick<PaymentFormState, 'amountCents' | 'plannedDay' | 'isRecurring'>;
  /** Cents of the payment that is being sent; undefined when there is none. */
  readonly sentCents: number | undefined;
}

/** The button that pays. On a phone it stays at the bottom of the screen while the form is in view. */
export function PayBar({ form: { amountCents, plannedDay, isRecurring }, sentCents }: PayBarProps) {
  const { t, i18n } = useTranslation();
  const amount = formatCents(sentCents ?? amountCents);
  const key = `submit${plannedDay ? 'Dated' : ''}${isRecurring ? 'Recurring' : ''}`;
  return (
    <div className={classes.bar}>
      <Button type="submit" size="md" className={classes.submit ?? ''} disabled={sentCents !== undefined}>
        {buttonText()}
      </Button>
    </div>
  );

  function buttonText(): string {
    if (sentCents !== undefined) return t('payments.form.sending', { amount });
    if (amountCents === 0) return t('payments.form.submitNoAmount');
    return t(`payments.form.${key}`, { amount, day: plannedDay && formatDay(plannedDay, i18n.language) });
  }
}

interface OverpaymentQuestionProps {
  readonly amountCents: number;
  readonly amountDueCents: number;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks once more before a payment of more than what is owed. */
function OverpaymentQuestion(props: OverpaymentQuestionProps) {
  const { amountCents, amountDueCents, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  const values = {
    amount: formatCents(amountCents),
    owed: formatCents(amountDueCents),
    credit: formatCents(amountCents - amountDueCents),
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('payments.overpay.question')}
      confirmLabel={t('payments.overpay.confirm', values)}
      cancelLabel={t('payments.overpay.back')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t('payments.overpay.text', values)}
    </ConfirmDialog>
  );
}

/** Returns the kind of the payment with what was agreed to. */
function agreedTo({ isBank, isRecurring }: PaymentFormState, pageLanguage: string) {
  const debit = agreedConsent('bank-debit', pageLanguage);
  if (isRecurring) {
    const autopay = agreedConsent('autopay', pageLanguage);
    return { paymentType: 'recurring' as const, consents: isBank ? [autopay, debit] : [autopay] };
  }
  // Servers of the release before accept the debit's without its kind.
  const { textVersion, language } = debit;
  return { paymentType: 'onetime' as const, ...(isBank && { consent: { textVersion, language } }) };
}

/** Returns true when the field can take the focus. */
function focusField(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.querySelector<HTMLElement>(`[name="${name}"]:enabled`);
  field?.focus();
  return field !== undefined && field !== null;
}
