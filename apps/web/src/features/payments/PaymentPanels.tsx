import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { adviceOf } from '@myaccount/contract/payment-failures';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { unconfirmedForLongMs } from '@myaccount/contract/payment-states';
import type { MadePayment } from '@myaccount/contract/payments';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Reference } from '../../ui/Reference.tsx';
import { CallSupport, SupportPhone } from '../../ui/SupportPhone.tsx';
import { LinkButton } from '../../ui/TextLink.tsx';
import { formatDay, formatDuration, formatMoment } from '../../ui/time.ts';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { MethodLine } from '../payment-methods/MethodName.tsx';
import { methodInSentence } from '../payment-methods/method-name.ts';
import { focusField } from './focus-field.ts';
import classes from './PaymentForm.module.css';
import type { PaymentFormValues } from './payment.form.ts';
import type { PaymentBody } from './payment-intent.ts';
import type { PaymentRefusal } from './payment-result.rules.ts';
import type { PaymentFormState } from './usePaymentForm.ts';

/** Stands in place of the form while a payment is sent and, after a lost response, while it is asked for again. */
export function WorkingPanel({ amountCents, isRetry }: { amountCents: number; isRetry: boolean }) {
  const { t } = useTranslation();
  const amount = formatCents(amountCents);
  const title = isRetry ? t('payments.outcome.confirming') : t('payments.form.sending', { amount });
  return (
    <div className={classes.working}>
      <AnswerPanel state="working" title={title} isFocused>
        <p>{t(isRetry ? 'payments.outcome.confirmingText' : 'payments.outcome.sendingText', { amount })}</p>
      </AnswerPanel>
    </div>
  );
}

interface UnconfirmedPanelProps {
  readonly amountCents: number;
  readonly onRetry: () => void;
  readonly onStartOver: () => void;
}

/** Shown when two attempts got no response, or after a late reload: the customer decides when to retry. */
export function UnconfirmedPanel({ amountCents, onRetry, onStartOver }: UnconfirmedPanelProps) {
  const { t } = useTranslation();
  return (
    <AnswerPanel state="pending" title={t('payments.outcome.unfinished')} isFocused>
      <p>{t('payments.outcome.unconfirmedText', { amount: formatCents(amountCents) })}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>{t('payments.outcome.checkOrFinish')}</Button>
        <Button variant="default" onClick={onStartOver}>
          {t('payments.outcome.startOver')}
        </Button>
      </div>
    </AnswerPanel>
  );
}

/** Stands in place of the form while another payment of the account has no result: the balance asks for it (PAY-6). */
export function OtherPaymentPanel({ amount, since }: NonNullable<BillingRefresh['unconfirmed']>) {
  const { t, i18n } = useTranslation();
  const isForLong = Date.now() - Date.parse(since) >= unconfirmedForLongMs;
  return (
    <AnswerPanel
      state={isForLong ? 'pending' : 'working'}
      title={t('payments.outcome.otherPayment', { amount: formatCents(centsOf(amount)) })}
    >
      <p>{t('payments.outcome.otherPaymentText')}</p>
      {isForLong && (
        <p>
          <span>
            {t('payments.outcome.otherPaymentForLong', { since: formatMoment(since, i18n.language) })}
          </span>{' '}
          <SupportPhone />
        </p>
      )}
    </AnswerPanel>
  );
}

interface AlreadyMadePanelProps {
  readonly payment: MadePayment;
  readonly onSeeReceipt: () => void;
  readonly onPayAgain: () => void;
}

/** Shown when the server found the same payment; paying again makes a new one. */
export function AlreadyMadePanel({ payment, onSeeReceipt, onPayAgain }: AlreadyMadePanelProps) {
  const { t, i18n } = useTranslation();
  const amount = formatCents(centsOf(payment.amount));
  const method = methodInSentence(payment.payment_method, t);
  const day = formatDay(payment.occurred_on, i18n.language);
  return (
    <AnswerPanel state="success" title={t('payments.outcome.alreadyMade')} isFocused>
      <p>{t('payments.outcome.alreadyMadeText', { amount, method, day })}</p>
      <div className={classes.actions}>
        <Button onClick={onSeeReceipt}>{t('payments.outcome.seeReceipt')}</Button>
        <Button variant="default" onClick={onPayAgain}>
          {t('payments.outcome.payAgain', { amount })}
        </Button>
      </div>
    </AnswerPanel>
  );
}

interface RefusalNoticeProps {
  readonly refusal: PaymentRefusal;
  /** With what is due now, after a reload of the balance. */
  readonly form: PaymentFormState;
  /** The method that was refused. */
  readonly methodId: PaymentBody['payment_method'] | undefined;
  /** Called with the id of a method that was added here. */
  readonly onMethodAdded: (id: string) => void;
  readonly onRetry: () => void;
}

/** After a decline: why, what helps, and the ways on (PAY-13). The form stays below, with another method. */
function DeclinedNotice({
  refusal: { reason, code, reference },
  form: { methods, dates, change },
  methodId,
  onMethodAdded,
  onRetry,
}: RefusalNoticeProps & { readonly refusal: Extract<PaymentRefusal, { readonly kind: 'declined' }> }) {
  const { t } = useTranslation();
  const method = methods.find(({ id }) => id === methodId);
  /** A button that opens a question of the form. */
  const way = (text: string, changed: Partial<PaymentFormValues>, field: keyof PaymentFormValues) => (
    <Button
      variant="default"
      onClick={() => {
        flushSync(() => change(changed));
        focusField(document.body, field);
      }}
    >
      {t(`payments.outcome.${text}`)}
    </Button>
  );
  return (
    <Notice tone="bad" title={reason ?? t('payments.outcome.declined')} isFocused>
      <p>{t('payments.outcome.failed')}</p>
      <p>{`${t('payments.outcome.notCharged')} ${t(`payments-advice.${adviceOf(code)}`)}`}</p>
      <div className={classes.actions}>
        <AddMethodButton variant="filled" label={t('payments.outcome.otherCard')} onAdded={onMethodAdded} />
        {way('payPart', { paymentAmount: 'otherAmount', customAmount: '' }, 'customAmount')}
        {dates && way('payLater', { paymentTiming: 'dated', paymentDate: '' }, 'paymentTiming')}
      </div>
      {method && (
        <LinkButton className={layout.target} onClick={onRetry}>
          {t('payments.outcome.retry', { method: methodInSentence(method.payment_method, t) })}
        </LinkButton>
      )}
      <Reference id={reference} />
    </Notice>
  );
}

/** Says why nothing was charged, and what helps; the form stays below with its values (PAY-5). */
export function RefusalNotice(props: RefusalNoticeProps) {
  const { t, i18n } = useTranslation();
  const { refusal, form } = props;
  // Another payment is named by the balance, in every tab for as long as it has no result.
  if (refusal.kind === 'fields' || refusal.kind === 'signedOut' || refusal.kind === 'inProgress') return null;
  if (refusal.kind === 'declined') return <DeclinedNotice {...props} refusal={refusal} />;
  if (refusal.kind === 'failed') {
    return (
      <Notice tone="bad" title={t('payments.outcome.failed')} isFocused>
        <p>{t('payments.outcome.notCharged')}</p>
        <Reference id={refusal.reference} />
      </Notice>
    );
  }
  const wait = refusal.kind === 'tooMany' && formatDuration(refusal.waitSeconds, i18n.language);
  return (
    <Notice tone="wait" title={t(`payments.outcome.${refusal.kind}`)} isFocused>
      <p>{t(`payments.outcome.${refusal.kind}Text`, { amount: formatCents(form.amountDueCents), wait })}</p>
    </Notice>
  );
}

interface NoUsableMethodProps {
  readonly billing: BillingRefresh;
  /** Saved methods, all of them expired. */
  readonly expired: readonly RecurringPayment[];
  /** True when the page was opened to pay (PAYMENTS-2). */
  readonly isFocused: boolean;
  /** Called with the id of a method that was added here. */
  readonly onAdded: (id: string) => void;
}

/** In place of the form when nothing can be charged: what is owed, why it cannot be paid, and what to do (METHODS-1). */
export function NoUsableMethod({ billing, expired, isFocused, onAdded }: NoUsableMethodProps) {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <AmountOwed billing={billing} label={t('payments.form.amount.currentBalance')} hasPay={false} />
      <Notice tone="wait" title={t('payment-methods.cannotPay')} isFocused={isFocused}>
        <p>
          <CallSupport text={t(expired.length > 0 ? 'payment-methods.allExpired' : 'payment-methods.none')} />
        </p>
        {expired.length > 0 && (
          <ul className={layout.stack}>
            {expired.map((method) => (
              <li key={method.id}>
                <MethodLine method={method} />
              </li>
            ))}
          </ul>
        )}
        <p>
          <AddMethodButton variant="filled" onAdded={onAdded} />
        </p>
      </Notice>
    </div>
  );
}
