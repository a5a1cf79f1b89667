import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import type { MadePayment } from '@myaccount/contract/payments';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAccount, useBillingAccount, useBillingReload } from '../accounts/accounts.queries.ts';
import { ClosedAccount } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { itemOfInvoice } from '../balance/open-items.rules.ts';
import { methodName } from '../payment-methods/method-name.ts';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import classes from './PaymentForm.module.css';
import { PaymentForm } from './PaymentForm.tsx';
import {
  AlreadyMadePanel,
  NoUsableMethod,
  OtherPaymentPanel,
  RefusalNotice,
  UnconfirmedPanel,
  WorkingPanel,
} from './PaymentPanels.tsx';
import { keepPaymentDetails } from './payment-details.ts';
import { seenBalanceOf } from './payment-intent.ts';
import type { PaymentRefusal } from './payment-result.rules.ts';
import { type PaymentResult, usePayment } from './usePayment.ts';
import { usePaymentForm } from './usePaymentForm.ts';

const waitsForBalance: readonly PaymentRefusal['kind'][] = ['balanceChanged', 'declined', 'inProgress'];

interface PaymentScreenProps {
  readonly isTitleHidden?: boolean;
  /** True where the page was opened to pay (PAYMENTS-2). */
  readonly isFocused?: boolean;
  /** The bill that the page was opened to pay. Of one that is not open, it says so. */
  readonly billId?: string | undefined;
}

/** The card in which a payment is made: loads what the form needs, and says so where that fails. */
export function PaymentScreen({ isTitleHidden = false, isFocused = false, billId }: PaymentScreenProps) {
  const { t } = useTranslation();
  const billingQuery = useBillingRefresh();
  const methodsQuery = usePaymentMethods();
  const isClosed = useAccount().accountStatus === 'INACTIVE';
  return (
    <Section title={t('payments.form.title')} isTitleHidden={isTitleHidden}>
      <Loaded query={billingQuery} failed={t('payments.form.failed')}>
        {(billing) => (
          <Loaded query={methodsQuery} failed={t('payment-methods.failed')}>
            {(methods) => (
              <div className={layout.stack}>
                {isClosed && <ClosedAccount isOwed={billing.amountDue > 0} />}
                {billId !== undefined && !itemOfInvoice(billing, billId) && (
                  <Notice tone="wait" title={t('payments.form.billNotOpen')} />
                )}
                <Payment
                  key={billId}
                  billing={billing}
                  methods={methods}
                  isFocused={isFocused}
                  billId={billId}
                />
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

interface PaymentProps extends Pick<PaymentScreenProps, 'billId'> {
  readonly billing: BillingRefresh;
  readonly methods: readonly RecurringPayment[];
  readonly isFocused: boolean;
}

/** One payment with a saved method, from the form to its result (PAY-1 to PAY-6). */
function Payment({ billing, methods, isFocused, billId }: PaymentProps) {
  const { t } = useTranslation();
  const form = usePaymentForm(billing, methods, billId);
  const [isBack, setIsBack] = useState(false);
  const reload = useBillingReload();
  const showReceipt = useReceiptPage();
  const { progress, pay, retry, startOver } = usePayment(useBillingAccount().id, showResult);

  async function showResult(result: PaymentResult, isOnPage: boolean): Promise<void> {
    const reloaded = result.kind === 'unknown' ? undefined : reload();
    if (result.kind === 'made') {
      form.clear();
      showReceipt(result.payment, isOnPage);
    }
    if (result.kind === 'refused') await showRefusal(result.refusal, reloaded);
  }

  async function showRefusal(refusal: PaymentRefusal, reloaded: Promise<unknown> | undefined): Promise<void> {
    if (refusal.kind === 'fields') form.showErrors(refusal.errors);
    if (refusal.kind === 'declined' || refusal.kind === 'failed') {
      showToast('failure', t('payments.outcome.failedToast'));
    }
    // The notice names the new balance, the form a method that was not declined, and a panel the other payment.
    if (waitsForBalance.includes(refusal.kind)) await reloaded;
    if (refusal.kind === 'declined') form.change({ selectedCard: '' });
    if (refusal.kind === 'inProgress') {
      showToast('failure', t('payments.outcome.inProgress'));
      setIsBack(true);
    }
  }

  /** Selects an added method. The form takes the place of the way to add it, and the focus. */
  function payWith(selectedCard: string): void {
    form.change({ selectedCard });
    setIsBack(true);
    startOver();
  }

  /** The form comes back, with what is owed by now. */
  function returnToForm(): void {
    void reload();
    setIsBack(true);
    startOver();
  }

  const body = progress.phase === 'ready' ? undefined : progress.body;
  const payAgain = () => body && pay({ ...body, seenBalance: seenBalanceOf(billing) });
  const result = progress.phase === 'done' ? progress.result : undefined;
  const refusal = result?.kind === 'refused' ? result.refusal : undefined;
  if (progress.phase !== 'ready' && !refusal) {
    const amountCents = centsOf(progress.body.amount);
    if (result?.kind === 'unknown') {
      return <UnconfirmedPanel amountCents={amountCents} onRetry={retry} onStartOver={returnToForm} />;
    }
    if (result?.kind === 'alreadyMade') {
      return (
        <AlreadyMadePanel
          payment={result.payment}
          onSeeReceipt={() => showReceipt(result.payment, true)}
          onPayAgain={payAgain}
        />
      );
    }
    return <WorkingPanel amountCents={amountCents} isRetry={progress.phase === 'confirming'} />;
  }
  if (billing.unconfirmed) return <OtherPaymentPanel {...billing.unconfirmed} />;
  if (!form.canPay && billing.amountDue > 0) {
    return <NoUsableMethod billing={billing} expired={methods} isFocused={isFocused} onAdded={payWith} />;
  }
  return (
    <div className={classes.stage}>
      {refusal && (
        <RefusalNotice
          refusal={refusal}
          form={form}
          methodId={body?.payment_method}
          onMethodAdded={payWith}
          onRetry={payAgain}
        />
      )}
      <PaymentForm
        form={form}
        isFocused={refusal ? refusal.kind === 'inProgress' : isFocused || isBack}
        onMethodAdded={payWith}
        onPay={pay}
      />
    </div>
  );
}

/** Stores the payment for the success page and opens it; shows a toast instead when the customer has left the page. */
function useReceiptPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (payment: MadePayment, isOnPage: boolean) => {
    keepPaymentDetails({
      paymentId: payment.id,
      date: payment.occurred_on,
      amount: payment.amount,
      paymentMethod: methodName(payment.payment_method, t),
    });
    if (isOnPage) void navigate({ to: '/billing/payment-success' });
    else showToast('success', t('payments.outcome.madeToast'));
  };
}
