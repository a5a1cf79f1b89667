import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { methodFamily, type RecurringPayment } from '@myaccount/contract/payment-methods';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/time.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { useAccount, useSelectedAccount } from '../accounts/accounts.queries.ts';
import { isExpired } from '../payment-methods/method-name.ts';
import {
  amountCentsOf,
  datesToChoose,
  initialPaymentForm,
  type PaymentFormErrors,
  type PaymentFormValues,
  paymentFormErrors,
  plannedDayOf,
  withdrawnBy,
} from './payment.form.ts';

/** The payment form as its questions and its summary show it. */
export type PaymentFormState = ReturnType<typeof usePaymentForm>;

/** Errors that a change of a field settles besides its own. */
const alsoSettled: Partial<Record<keyof PaymentFormValues, readonly (keyof PaymentFormValues)[]>> = {
  paymentAmount: ['customAmount'],
  selectedCard: ['paymentType', 'isDebitAuthorized'],
  paymentType: ['isAutopayAuthorized'],
  paymentTiming: ['paymentDate'],
};

/**
 * Returns the method that is selected at first: the default, or the only one. Where some were declined, it is one of the
 * others.
 */
function firstMethodOf(usable: readonly RecurringPayment[]): RecurringPayment | undefined {
  const accepted = usable.filter(({ declined }) => !declined);
  const offered = accepted.length > 0 ? accepted : usable;
  const isOneOf = offered.length === 1 || offered.length < usable.length;
  return offered.find((saved) => saved.auto_payment) ?? (isOneOf ? offered[0] : undefined);
}

/**
 * Values of the form, kept as a draft for each bill that it was opened for, and their errors. A selected method that is not
 * among `usable` counts as not selected.
 */
function usePaymentFields(usable: readonly RecurringPayment[], initial: PaymentFormValues, billId = '') {
  const { accountNumber } = useSelectedAccount();
  const { draft, keep, clear } = useDraft('payment', `${accountNumber}${billId && `:${billId}`}`, initial);
  const [errors, showErrors] = useState<PaymentFormErrors>({});
  const method = usable.find(({ id }) => id === draft.selectedCard) ?? firstMethodOf(usable);
  const values: PaymentFormValues = { ...draft, selectedCard: method?.id ?? '' };

  function change(changed: Partial<PaymentFormValues>): void {
    const names = Object.keys(changed) as (keyof PaymentFormValues)[];
    if (names.every((name) => values[name] === changed[name])) return;
    keep({ ...values, ...withdrawnBy(changed), ...changed });
    const settled: string[] = names.flatMap((name) => [name, ...(alsoSettled[name] ?? [])]);
    showErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !settled.includes(name))),
    );
  }

  return {
    values,
    /** The selected method; undefined when none is. */
    method,
    errors,
    /** Shows errors, such as the fields that the server refused. */
    showErrors,
    /** Names of the fields with an error, in the order of the problem. */
    wrongFields: Object.keys(errors),
    change,
    clear,
  };
}

/** The payment form: its values, what they come to, and their errors. `billId` is the bill that it was opened to pay. */
export function usePaymentForm(
  billing: BillingRefresh,
  methods: readonly RecurringPayment[],
  billId: string | undefined,
) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  const today = businessToday();
  const usable = methods.filter((saved) => !isExpired(saved.payment_method.expiration_date, today));
  const fields = usePaymentFields(usable, initialPaymentForm(billing, billId), billId);
  const { values, method, errors } = fields;

  const canPay = usable.length > 0;
  const amountDueCents = centsOf(billing.amountDue);
  const amountCents = amountCentsOf(values, amountDueCents) ?? 0;
  const maximumCents = centsOf(config.limits.paymentMaximumDollars);
  const dates = datesToChoose(billing, today);
  const isBank = method !== undefined && methodFamily(method.payment_method.card_type) === 'bank';
  const needsAuthorization = isBank && amountCents > 0;
  const offersRecurring = config.flags.recurringPayments && isActive && !billing.isAutoPayEnabled;
  const isRecurring = offersRecurring && values.paymentType === 'recurring';
  const limits = { amountDueCents, maximumCents, dates, needsAuthorization, isRecurring };

  return {
    ...limits,
    ...fields,
    billing,
    methods,
    /** False when no method can be charged. */
    canPay,
    /** 0 while there is no valid amount. */
    amountCents,
    /** Day of a payment dated ahead; undefined for one that is made at once. */
    plannedDay: plannedDayOf(values, dates),
    /** True when autopay can be chosen with the payment (PAY-2): it is off, and the account is open. */
    offersRecurring,
    /** True until the customer pays ahead: there is nothing to ask. */
    isNothingDue: amountDueCents <= 0 && !(canPay && values.paymentAmount === 'otherAmount'),
    /** Returns the error of a field in the customer’s language; undefined when there is none. */
    errorText: (name: keyof PaymentFormErrors) =>
      errors[name] && t(`payments.form.errors.${errors[name]}`, { maximum: formatCents(maximumCents) }),
    /** Shows the validation errors and returns the name of the first wrong field; undefined when the form is valid. */
    check(): string | undefined {
      const found = paymentFormErrors(values, limits);
      fields.showErrors(found);
      return Object.keys(found)[0];
    },
  };
}
