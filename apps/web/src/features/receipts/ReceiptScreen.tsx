import { centsOf, formatCents } from '@myaccount/contract/money';
import { adviceOf } from '@myaccount/contract/payment-failures';
import { formatReference } from '@myaccount/contract/payment-reference';
import type { paymentReceiptPdf, Receipt } from '@myaccount/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/client.ts';
import { config } from '../../api/config.ts';
import { logFailure } from '../../api/log-event.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Day } from '../../ui/Day.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { businessToday, formatDay } from '../../ui/time.ts';
import { useDraft } from '../../ui/useDraft.ts';
import { useSelectedAccount } from '../accounts/accounts.queries.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { itemName } from '../balance/item-name.ts';
import { isCollected } from '../balance/next-payment.rules.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import { emptyPaymentForm } from '../payments/payment.form.ts';
import type { PaymentDetails } from '../payments/payment-details.ts';
import { useLeftText } from '../payments/useLeftText.ts';
import { NoReceipt } from './NoReceipt.tsx';
import classes from './ReceiptScreen.module.css';
import { RecurringOutcome } from './RecurringOutcome.tsx';
import { isOwedAgain, isTakenOff, receiptAnswers, receiptStateOf } from './receipt.rules.ts';
import { receiptQuery } from './receipts.queries.ts';

interface ReceiptScreenProps {
  readonly paymentId: string;
  /** The browser’s copy of the payment that was just made; undefined for any other payment. */
  readonly details?: PaymentDetails;
}

/** The outcome of a payment, by the server’s word: its answer is the heading (PAY-4, PAY-8). */
export function ReceiptScreen({ paymentId, details }: ReceiptScreenProps) {
  const { t } = useTranslation();
  const query = useQuery(receiptQuery(paymentId));
  const { data: receipt } = query;
  if (!receipt) return <NoReceipt query={query} details={details} />;
  const isJustMade = details !== undefined;
  return (
    <div className={classes.receipt}>
      <ReceiptAnswer receipt={receipt} isJustMade={isJustMade} />
      <ReceiptActions receipt={receipt} isJustMade={isJustMade} />
      {isJustMade && receipt.use_recurring_payment && <RecurringOutcome receipt={receipt} />}
      <Section title={t('payments.success.facts')}>
        <ReceiptFacts receipt={receipt} />
      </Section>
    </div>
  );
}

/**
 * The outcome of a payment, with its amount, and what that means, as the heading of its page; a failure says why and what
 * helps. Right after the payment it says what is left.
 */
function ReceiptAnswer({ receipt, isJustMade }: { receipt: Receipt; isJustMade: boolean }) {
  const { t, i18n } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const { failure, requested, emailed_to: email } = receipt;
  const state = receiptStateOf(receipt);
  const isPaid = state === 'paid';
  const paidCents = centsOf(receipt.amount);
  const amount = formatCents(paidCents);
  const day = formatDay(receipt.planned_for ?? receipt.occurred_on, i18n.language);
  const partial = requested && {
    requested: formatCents(centsOf(requested)),
    amount,
    left: formatCents(centsOf(requested) - paidCents),
  };
  // Only of the account whose balance the page knows, and only where the payment counts.
  const showsLeft = isJustMade && isTakenOff(receipt) && receipt.account_num === accountNumber;
  return (
    <AnswerPanel
      state={receiptAnswers[state]}
      title={t(`payments.success.title.${state}`, { amount, day })}
      isHeadline
    >
      {!isPaid && <p>{t(`payments.success.text.${state}`, { amount })}</p>}
      {partial && <p>{t('payments.success.partial', partial)}</p>}
      {failure && isOwedAgain(receipt) && (
        <p>{`${t(`payments.failure.${failure.code}`)} ${t(`payments-advice.${adviceOf(failure.code)}`)}`}</p>
      )}
      {receipt.refunds?.map((refund) => {
        const refundedOn = formatDay(refund.refunded_on, i18n.language);
        const values = { amount: formatCents(centsOf(refund.amount)), day: refundedOn };
        return <p key={refund.id}>{t('payments.success.refunded', values)}</p>;
      })}
      {showsLeft && <LeftToPay />}
      {/* Only what was paid has a receipt; the mail about anything else is no receipt. */}
      {email && (
        <p>{t(isPaid ? 'payments.success.emailedReceipt' : 'payments.success.emailed', { email })}</p>
      )}
    </AnswerPanel>
  );
}

/**
 * What is left to pay after the payment, from a balance that already knows it, and the way to plan it (PAY-8); keeps its
 * line while that loads.
 */
function LeftToPay() {
  const { t, i18n } = useTranslation();
  const { keep } = useDraft('payment', useSelectedAccount().accountNumber, emptyPaymentForm);
  const leftText = useLeftText(true);
  const { data: billing, isFetching, isError } = useBillingRefresh();
  if (isError) return null;
  const figures = billing && {
    leftCents: centsOf(billing.amountDue),
    leftDueDate: billing.dueDate,
    leftPastDueCents: centsOf(billing.pastDue),
    creditCents: centsOf(billing.credit),
  };
  const isKnown = figures && !isFetching;
  const day = isKnown && !isCollected(billing) && billing.amountDue > 0 && billing.dueDate;
  return (
    <>
      <p className={classes.left} aria-hidden={!isKnown || undefined}>
        {isKnown ? leftText(figures) : t('ui.loading')}
      </p>
      {day && day > businessToday() && (
        <p data-screen>
          <Link
            to="/billing/make-payment"
            onClick={() => keep({ ...emptyPaymentForm, paymentTiming: 'dated', paymentDate: day })}
            {...buttonLook({ variant: 'default' })}
          >
            {t('payments.left.plan', { day: formatDay(day, i18n.language) })}
          </Link>
        </p>
      )}
    </>
  );
}

/** The facts of a receipt: the references that the history names too, date, method, payee, and the bills that it paid. */
function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`payments.success.${name}`);
  const reference = formatReference(receipt.reference);
  const { name: brand } = config.brand;
  const { planned_for: planned } = receipt;
  const copied = (
    <span className={classes.reference}>
      <strong>{reference}</strong>
      <CopyButton label={t('ui.copyReference')} text={reference} />
    </span>
  );
  return (
    <Facts>
      <Fact term={label('reference')} value={copied} />
      {receipt.trasaction_id && <Fact term={label('transactionId')} value={receipt.trasaction_id} />}
      <Fact
        term={label(planned ? 'plannedFor' : 'date')}
        value={<Day day={planned ?? receipt.occurred_on} />}
      />
      <Fact term={label('method')} value={<MethodName method={receipt.payment_method} />} />
      <Fact
        term={label('to')}
        value={t('payments.success.toAccount', { brand, account: receipt.account_num })}
      />
      {receipt.applied_to.map(({ invoice_num: number, kind, amount }) => {
        const value = (
          <>
            <span>{`${itemName(t, { number, kind })}: `}</span>
            <Money cents={centsOf(amount)} />
          </>
        );
        return <Fact key={number} term={label('appliedTo')} value={value} />;
      })}
      {receipt.credit > 0 && (
        <Fact term={label('credit')} value={<Money cents={centsOf(receipt.credit)} />} />
      )}
    </Facts>
  );
}

/**
 * How to keep a payment, and where to go: the one strong action is the file, or the way to pay again where something is owed.
 * Only a payment that was made has a receipt; what is only planned has no file.
 */
function ReceiptActions({ receipt, isJustMade }: { receipt: Receipt; isJustMade: boolean }) {
  const { t } = useTranslation();
  const { accountNumber } = useSelectedAccount();
  const state = receiptStateOf(receipt);
  const isOwed = isOwedAgain(receipt) || receipt.requested !== undefined;
  const hasFile = state !== 'planned';
  const leadsToPayments = !isJustMade || isOwed;
  const file = state === 'paid' ? 'receipt' : 'payment';
  return (
    <div className={classes.actions} data-screen>
      {hasFile && (
        <DownloadButton
          variant={isOwed ? 'default' : 'filled'}
          label={t(`payments.success.download.${file}`)}
          texts="payments.success.download"
          fileName={`${file}-${formatReference(receipt.reference)}.pdf`}
          fetchFile={() =>
            download<typeof paymentReceiptPdf>('GET /payments/receipt/download', {
              query: { id: receipt.id },
            })
          }
          onFailure={(error) => logFailure(accountNumber, 'payments.receipt download failed', error)}
        />
      )}
      <Button variant="default" onClick={() => window.print()}>
        {t('payments.success.print')}
      </Button>
      <Link
        to={leadsToPayments ? '/payments' : '/'}
        {...buttonLook({ variant: hasFile && !isOwed ? 'default' : 'filled' })}
      >
        {t(leadsToPayments ? 'payments.success.toPayments' : 'payments.success.back')}
      </Link>
    </div>
  );
}
