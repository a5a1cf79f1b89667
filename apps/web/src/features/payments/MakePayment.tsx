import type { BillingRefresh } from '@myaccount/contract/home';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import type { MadePayment } from '@myaccount/contract/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { businessToday } from '../../ui/business-day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAccount, useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { useMethodName } from '../payment-methods/MethodWords.tsx';
import { isExpired } from '../payment-methods/method-name.ts';
import { NoUsableMethod } from './NoUsableMethod.tsx';
import classes from './PaymentForm.module.css';
import { PaymentForm } from './PaymentForm.tsx';
import { AlreadyMadePanel, OtherPaymentPanel, UnconfirmedPanel, WorkingPanel } from './ProgressPanel.tsx';
import { keepPaymentDetails } from './payment-details.ts';
import { useBillingReload } from './payments.queries.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { PaymentResult } from './submit-payment.ts';
import { useMakePayment } from './useMakePayment.ts';
import { useOverpaymentQuestion } from './useOverpaymentQuestion.tsx';
import { usePaymentFields } from './usePaymentFields.ts';

interface MakePaymentProps {
  readonly billing: BillingRefresh;
  readonly methods: readonly RecurringPayment[];
  readonly isFocused: boolean;
}

/** One payment with a saved method, from the form to its result (PAY-1 to PAY-6). */
export function MakePayment({ billing, methods, isFocused }: MakePaymentProps) {
  const { t } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const usable = methods.filter(
    (method) => !isExpired(method.payment_method.expiration_date, businessToday()),
  );
  const fields = usePaymentFields(
    useSelectedAccount().accountNumber,
    defaultIdOf(usable),
    usable.map((method) => method.id),
  );
  const offersRecurring = useRecurringOffer(billing);
  const [isBack, setIsBack] = useState(false);
  const reload = useBillingReload();
  const showReceipt = useReceiptPage();
  const { progress, pay, retry, startOver } = useMakePayment(billingAccountId, showResult);

  async function showResult(result: PaymentResult, isOnPage: boolean): Promise<void> {
    const reloaded = result.kind === 'unknown' ? undefined : reload();
    if (result.kind === 'made') {
      fields.clear();
      showReceipt(result.payment, isOnPage);
    }
    if (result.kind !== 'refused') return;
    const { refusal } = result;
    if (refusal.kind === 'fields') fields.refuse(refusal.errors);
    if (refusal.kind === 'declined' || refusal.kind === 'failed') {
      showToast('failure', t('payments.outcome.failedToast'));
    }
    // The notice names the new balance, so it waits for it.
    if (refusal.kind === 'balanceChanged') await reloaded;
  }

  /** The form stands where the way to add the method was, and has the focus. */
  function payWith(selectedCard: string): void {
    fields.change({ selectedCard });
    setIsBack(true);
  }

  const { payOrAsk, question } = useOverpaymentQuestion(centsOf(billing.amountDue), pay);
  const result = progress.phase === 'done' ? progress.result : undefined;
  const sentCents = progress.phase === 'ready' ? 0 : centsOf(progress.body.amount);
  if (result?.kind === 'unknown') {
    return (
      <UnconfirmedPanel
        amountCents={sentCents}
        onRetry={retry}
        onStartOver={() => {
          void reload();
          setIsBack(true);
          startOver();
        }}
      />
    );
  }
  if (progress.phase === 'done' && result?.kind === 'alreadyMade') {
    return (
      <AlreadyMadePanel
        payment={result.payment}
        onSeeReceipt={() => showReceipt(result.payment, true)}
        onPayAgain={() => pay({ ...progress.body, seenBalance: billing.amountDue })}
      />
    );
  }
  const isWorking =
    progress.phase === 'sending' || progress.phase === 'confirming' || result?.kind === 'made';
  if (billing.unconfirmed && !isWorking) return <OtherPaymentPanel unconfirmed={billing.unconfirmed} />;
  const canPay = usable.length > 0;
  if (!canPay && !isWorking && billing.amountDue > 0) {
    return <NoUsableMethod billing={billing} expired={methods} isFocused={isFocused} onAdded={payWith} />;
  }
  return (
    <div className={classes.stage}>
      {isWorking && <WorkingPanel amountCents={sentCents} isRetry={progress.phase === 'confirming'} />}
      <div className={classes.behind} inert={isWorking}>
        {result?.kind === 'refused' && (
          <RefusalNotice refusal={result.refusal} amountDueCents={centsOf(billing.amountDue)} />
        )}
        <PaymentForm
          billing={billing}
          billingAccountId={billingAccountId}
          methods={methods}
          canPay={canPay}
          offersRecurring={offersRecurring}
          fields={fields}
          sentCents={isWorking ? sentCents : undefined}
          isFocused={isFocused || isBack}
          onMethodAdded={payWith}
          onPay={payOrAsk}
        />
      </div>
      {question}
    </div>
  );
}

/** Returns whether autopay can be chosen with a payment (PAY-2): it is off, and the account is open. */
function useRecurringOffer({ isAutoPayEnabled }: BillingRefresh): boolean {
  const isActive = useAccount().accountStatus === 'ACTIVE';
  return config.flags.recurringPayments && isActive && !isAutoPayEnabled;
}

/** Returns the method that is selected at first: the default, or the only one. */
function defaultIdOf(usable: readonly RecurringPayment[]): string {
  const only = usable.length === 1 ? usable[0] : undefined;
  return (usable.find((method) => method.auto_payment) ?? only)?.id ?? '';
}

/** Stores the payment for the success page and opens it; shows a toast instead when the customer has left the page. */
function useReceiptPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nameMethod = useMethodName();
  return (payment: MadePayment, isOnPage: boolean) => {
    keepPaymentDetails({
      paymentId: payment.id,
      date: payment.occurred_on,
      amount: payment.amount,
      paymentMethod: nameMethod(payment.payment_method),
    });
    if (isOnPage) void navigate({ to: '/billing/payment-success' });
    else showToast('success', t('payments.outcome.madeToast'));
  };
}
