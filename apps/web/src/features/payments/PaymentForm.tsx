import type { BillingRefresh } from '@myaccount/contract/home';
import { dollarsFromCents, formatCents } from '@myaccount/contract/money';
import { methodFamily, type RecurringPayment } from '@myaccount/contract/payment-methods';
import { type FormEvent, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { ignoreSecondPress } from '../../ui/second-press.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { MethodButtons } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { AmountFields } from './AmountFields.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import { NothingDue } from './NothingDue.tsx';
import { PayBar } from './PayBar.tsx';
import { PaymentConsents } from './PaymentConsents.tsx';
import classes from './PaymentForm.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';
import type { PaymentBody } from './payment-intent.ts';
import { amountCentsOf, plannedDayOf } from './payments.form.ts';
import { RecurringFields } from './RecurringFields.tsx';
import { TimingFields } from './TimingFields.tsx';
import type { PaymentFields } from './usePaymentFields.ts';

interface PaymentFormProps {
  readonly billing: BillingRefresh;
  readonly billingAccountId: string;
  readonly methods: readonly RecurringPayment[];
  /** False when no method can be charged. */
  readonly canPay: boolean;
  /** True when autopay can be chosen with the payment (PAY-2). */
  readonly offersRecurring: boolean;
  readonly fields: PaymentFields;
  /** Cents of the payment that is being sent; undefined when there is none. */
  readonly sentCents: number | undefined;
  /** True when the page was opened to pay, or the form comes back: it is scrolled to and focused (PAYMENTS-2). */
  readonly isFocused: boolean;
  /** Called with the id of a method that was added where there was none to pay with. */
  readonly onMethodAdded: (id: string) => void;
  readonly onPay: (body: PaymentBody) => void;
}

const centsPerDollar = 100;

/** Amount and method, what will happen, and one button that says so (PAY-1). Asks only where there is a choice. */
export function PaymentForm(props: PaymentFormProps) {
  const { billing, billingAccountId, methods, canPay, offersRecurring } = props;
  const { fields, sentCents, isFocused, onMethodAdded, onPay } = props;
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, change } = fields;
  const method = methods.find((candidate) => candidate.id === values.selectedCard);
  const isBank = method !== undefined && methodFamily(method.payment_method.card_type) === 'bank';
  const amountDueCents = centsOf(billing.amountDue);
  const amountCents = amountCentsOf(values, amountDueCents) ?? 0;
  const dates = datesToChoose(billing);
  const plannedDay = plannedDayOf(values, dates);
  const needsAuthorization = isBank && amountCents > 0;
  const isRecurring = offersRecurring && values.paymentType === 'recurring';
  const maximumCents = config.limits.paymentMaximumDollars * centsPerDollar;
  const isNothingDue = amountDueCents <= 0 && !(canPay && values.paymentAmount === 'otherAmount');
  const errorText = (name: keyof typeof errors) =>
    errors[name] && t(`payments.form.errors.${errors[name]}`, { maximum: formatCents(maximumCents) });

  useEffect(() => {
    if (!isFocused) return;
    form.current?.scrollIntoView({ block: 'start' });
    form.current?.focus({ preventScroll: true });
  }, [isFocused]);

  useRefusedFieldFocus(form, sentCents !== undefined, firstOf(errors));

  function payAhead(): void {
    flushSync(() => change({ paymentAmount: 'otherAmount' }));
    focusField(form.current, 'customAmount');
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (sentCents !== undefined) return;
    const wrong = fields.check({ amountDueCents, maximumCents, dates, needsAuthorization, isRecurring });
    if (wrong) {
      focusField(form.current, wrong);
      return;
    }
    ignoreSecondPress();
    onPay({
      amount: dollarsFromCents(amountCents),
      payment_method: values.selectedCard,
      billing_account_id: billingAccountId,
      ...(plannedDay && { payment_date: plannedDay }),
      seenBalance: billing.amountDue,
      ...agreedTo({ isBank, isRecurring }, i18n.language),
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
      <div className={classes.questions}>
        {isNothingDue ? (
          <NothingDue
            billing={billing}
            onPayAhead={canPay ? payAhead : undefined}
            onMethodAdded={onMethodAdded}
          />
        ) : (
          <>
            <AmountFields
              billing={billing}
              values={values}
              error={errorText('customAmount')}
              onChange={change}
            />
            {dates && (
              <TimingFields
                billing={billing}
                amountCents={amountCents}
                values={values}
                today={dates.first}
                dueDate={dates.last}
                error={errorText('paymentDate')}
                onChange={change}
              />
            )}
            {methods.length > 1 && (
              <FieldGroup legend={t('payments.form.with.question')} error={errorText('selectedCard')}>
                <MethodChoice
                  name="selectedCard"
                  methods={methods}
                  chosenId={values.selectedCard}
                  onChoose={(selectedCard) => change({ selectedCard })}
                />
              </FieldGroup>
            )}
            <MethodButtons
              selectedId={values.selectedCard}
              onAdded={(selectedCard) => change({ selectedCard })}
            />
            {offersRecurring && (
              <RecurringFields isRecurring={isRecurring} error={errorText('paymentType')} onChange={change} />
            )}
            <PaymentConsents
              values={values}
              amountCents={amountCents}
              plannedDay={plannedDay}
              isDebit={needsAuthorization}
              isRecurring={isRecurring}
              errorText={errorText}
              onChange={change}
            />
          </>
        )}
        {errors.formSubmitError && (
          <p className={classes.error} role="alert">
            {errorText('formSubmitError')}
          </p>
        )}
      </div>
      {!isNothingDue && (
        <>
          <div className={classes.summary}>
            <PaymentSummary
              billing={billing}
              amountCents={amountCents}
              plannedDay={plannedDay}
              method={method}
              isRecurring={isRecurring}
              isOnlyMethod={methods.length === 1}
            />
          </div>
          <PayBar {...{ amountCents, sentCents, plannedDay, isRecurring }} />
        </>
      )}
    </form>
  );
}

/** Returns the days that can be chosen: from today to the newest due date ahead, while something is due (PAY-3). */
function datesToChoose({
  amountDue,
  openItems,
}: BillingRefresh): { first: string; last: string } | undefined {
  const first = businessToday();
  const last = openItems.findLast((item) => item.on_its_way < item.amount)?.due_date ?? first;
  return amountDue > 0 && last > first ? { first, last } : undefined;
}

/** Focuses the first refused field once a payment that was being sent comes back with one. */
function useRefusedFieldFocus(
  form: React.RefObject<HTMLFormElement | null>,
  isSending: boolean,
  refused: string | undefined,
): void {
  const wasSending = useRef(isSending);
  useEffect(() => {
    const isBack = wasSending.current && !isSending;
    wasSending.current = isSending;
    if (isBack && refused && !focusField(form.current, refused)) form.current?.focus();
  }, [form, isSending, refused]);
}

function firstOf(errors: PaymentFields['errors']): string | undefined {
  return Object.entries(errors).find(([, error]) => error !== undefined)?.[0];
}

/** Returns the kind of the payment with what was agreed to. */
function agreedTo({ isBank, isRecurring }: { isBank: boolean; isRecurring: boolean }, pageLanguage: string) {
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
