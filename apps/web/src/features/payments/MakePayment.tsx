import type { BillingRefresh } from '@myaccount/contract/home';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import type { MadePayment } from '@myaccount/contract/payments';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { businessToday } from '../../ui/business-day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { OpenItems } from '../balance/OpenItems.tsx';
import { needsItemList } from '../balance/open-items.rules.ts';
import { isExpired } from '../payment-methods/method-name.ts';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import type { PaymentAnswer } from './carry-out.ts';
import classes from './PaymentForm.module.css';
import { PaymentForm } from './PaymentForm.tsx';
import { AlreadyMadePanel, ConfirmingPanel, UnconfirmedPanel } from './ProgressPanel.tsx';
import { keepPaymentDetails } from './payment-details.ts';
import { useBillingReload } from './payments.queries.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { useMakePayment } from './useMakePayment.ts';
import { usePaymentFields } from './usePaymentFields.ts';

interface MakePaymentProps {
  billing: BillingRefresh;
  methods: readonly RecurringPayment[];
  isFocused: boolean;
}

/** Paying once with a saved method, from the form to its answer (PAY-1 to PAY-6). */
export function MakePayment({ billing, methods, isFocused }: MakePaymentProps) {
  const { t } = useTranslation();
  const billingAccountId = useBillingAccount().id;
  const usable = methods.filter(
    (method) => !isExpired(method.payment_method.expiration_date, businessToday()),
  );
  const fields = usePaymentFields(
    useSelectedAccount().accountNumber,
    usable.find((method) => method.auto_payment)?.id ?? '',
    usable.map((method) => method.id),
  );
  const reload = useBillingReload();
  const showReceipt = useReceiptPage();
  const { progress, pay, askAgain, startOver } = useMakePayment(billingAccountId, takeAnswer);

  async function takeAnswer(answer: PaymentAnswer, isOnPage: boolean): Promise<void> {
    const reloaded = answer.kind === 'unknown' ? undefined : reload();
    if (answer.kind === 'made') {
      fields.clear();
      showReceipt(answer.payment, isOnPage);
    }
    if (answer.kind !== 'refused') return;
    const { refusal } = answer;
    if (refusal.kind === 'fields') fields.refuse(refusal.errors);
    if (refusal.kind === 'declined' || refusal.kind === 'failed') {
      showToast('failure', t('payments.outcome.failedToast'));
    }
    // The notice names the new balance, so it waits for it.
    if (refusal.kind === 'balanceChanged') await reloaded;
  }

  const answer = progress.phase === 'answered' ? progress.answer : undefined;
  const sentCents = progress.phase === 'ready' ? 0 : centsOf(progress.body.amount);
  if (progress.phase === 'confirming') return <ConfirmingPanel amountCents={sentCents} />;
  if (answer?.kind === 'unknown') {
    return (
      <UnconfirmedPanel
        amountCents={sentCents}
        onAskAgain={askAgain}
        onStartOver={() => {
          void reload();
          startOver();
        }}
      />
    );
  }
  if (progress.phase === 'answered' && answer?.kind === 'alreadyMade') {
    return (
      <AlreadyMadePanel
        payment={answer.payment}
        onSeeReceipt={() => showReceipt(answer.payment, true)}
        onPayAgain={() => pay({ ...progress.body, seenBalance: billing.amountDue })}
      />
    );
  }
  return (
    <div className={classes.form}>
      {answer?.kind === 'refused' && (
        <RefusalNotice refusal={answer.refusal} amountDueCents={centsOf(billing.amountDue)} />
      )}
      {needsItemList(billing.openItems) && <OpenItems billing={billing} />}
      <PaymentForm
        billing={billing}
        billingAccountId={billingAccountId}
        methods={methods}
        fields={fields}
        isSending={progress.phase === 'sending' || answer?.kind === 'made'}
        isFocused={isFocused}
        onPay={pay}
      />
    </div>
  );
}

/** Leaves the payment for the success page and opens it, or only says that it is made where the page was left. */
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
