import { Button, VisuallyHidden } from '@mantine/core';
import type { BillingRefresh } from '@myaccount/contract/home';
import { matchLanguage } from '@myaccount/contract/languages';
import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { methodFamily, type RecurringPayment } from '@myaccount/contract/payment-methods';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { centsOf } from '../../ui/Money.tsx';
import { AmountFields } from './AmountFields.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import { DebitAuthorization, MethodFields } from './MethodFields.tsx';
import classes from './PaymentForm.module.css';
import type { PaymentBody } from './payment-intent.ts';
import { amountCentsOf } from './payments.form.ts';
import type { PaymentFields } from './usePaymentFields.ts';

interface PaymentFormProps {
  readonly billing: BillingRefresh;
  readonly billingAccountId: string;
  readonly methods: readonly RecurringPayment[];
  readonly fields: PaymentFields;
  /** True while a payment is being sent: nothing can be changed or pressed. */
  readonly isSending: boolean;
  /** True when the page was opened to pay: the form is scrolled to and focused (PAYMENTS-2). */
  readonly isFocused: boolean;
  readonly onPay: (body: PaymentBody) => void;
}

const centsPerDollar = 100;

/** Amount, date, and method, and one button that says what happens (PAY-1). */
export function PaymentForm(props: PaymentFormProps) {
  const { billing, billingAccountId, methods, fields, isSending, isFocused, onPay } = props;
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, change } = fields;
  const method = methods.find((candidate) => candidate.id === values.selectedCard);
  const isBank = method !== undefined && methodFamily(method.payment_method.card_type) === 'bank';
  const amountDueCents = centsOf(billing.amountDue);
  const amountCents = amountCentsOf(values, amountDueCents) ?? 0;
  const needsAuthorization = isBank && amountCents > 0;
  const maximumCents = config.limits.paymentMaximumDollars * centsPerDollar;
  const errorText = (name: keyof typeof errors) =>
    errors[name] && t(`payments.form.errors.${errors[name]}`, { maximum: formatCents(maximumCents) });

  useEffect(() => {
    if (!isFocused) return;
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.focus({ preventScroll: true });
  }, [isFocused]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSending) return;
    const wrong = fields.check({ amountDueCents, maximumCents, needsAuthorization });
    if (wrong) {
      focusField(form.current, wrong);
      return;
    }
    onPay({
      amount: dollarsFromCents(amountCents),
      payment_method: values.selectedCard,
      billing_account_id: billingAccountId,
      paymentType: 'onetime',
      seenBalance: billing.amountDue,
      ...(isBank && { consent: consentIn(i18n.language) }),
    });
  }

  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={t('payments.form.title')}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
    >
      <AmountFields
        billing={billing}
        values={values}
        error={errorText('customAmount')}
        isDisabled={isSending}
        onChange={change}
      />
      <FieldGroup legend={t('payments.form.when.question')}>
        <p className={classes.when}>{t('payments.form.when.immediately')}</p>
      </FieldGroup>
      <MethodFields
        methods={methods}
        chosenId={values.selectedCard}
        error={errorText('selectedCard')}
        isDisabled={isSending}
        onChoose={(selectedCard) => change({ selectedCard })}
      />
      {needsAuthorization && (
        <DebitAuthorization
          amountCents={amountCents}
          isGiven={values.isDebitAuthorized}
          error={errorText('isDebitAuthorized')}
          isDisabled={isSending}
          onChange={(isDebitAuthorized) => change({ isDebitAuthorized })}
        />
      )}
      {errors.formSubmitError && (
        <p className={classes.error} role="alert">
          {errorText('formSubmitError')}
        </p>
      )}
      <VisuallyHidden role="status">
        {isSending && t('payments.form.sending', { amount: formatCents(amountCents) })}
      </VisuallyHidden>
      <Button type="submit" size="md" className={classes.submit ?? ''} disabled={isSending}>
        {buttonText(amountCents)}
      </Button>
    </form>
  );

  function buttonText(cents: number): string {
    const amount = formatCents(cents);
    if (isSending) return t('payments.form.sending', { amount });
    return cents > 0 ? t('payments.form.submit', { amount }) : t('payments.form.submitNoAmount');
  }
}

function consentIn(language: string) {
  return { textVersion: config.bankDebitTextVersion, language: matchLanguage([language]) };
}

function focusField(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]:enabled`)?.focus();
}
