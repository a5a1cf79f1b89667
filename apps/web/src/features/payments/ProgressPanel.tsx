import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { unconfirmedForLongMs } from '@myaccount/contract/payment-states';
import type { MadePayment } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { formatMoment } from '../../ui/moment.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { useMethodInSentence } from '../payment-methods/MethodWords.tsx';
import classes from './PaymentForm.module.css';

interface WorkingPanelProps {
  readonly amountCents: number;
  /** True after a first attempt without a response. */
  readonly isRetry: boolean;
}

/** Stands in front of the form while a payment is sent, and while it is asked for again after a lost response. */
export function WorkingPanel({ amountCents, isRetry }: WorkingPanelProps) {
  const { t } = useTranslation();
  const amount = formatCents(amountCents);
  if (!isRetry) {
    return (
      <AnswerPanel state="working" title={t('payments.form.sending', { amount })} isFocused>
        <p>{t('payments.outcome.sendingText')}</p>
      </AnswerPanel>
    );
  }
  return (
    <AnswerPanel state="working" title={t('payments.outcome.confirming')} isFocused>
      <p>{t('payments.outcome.confirmingText', { amount })}</p>
    </AnswerPanel>
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
export function OtherPaymentPanel({
  unconfirmed,
}: {
  unconfirmed: NonNullable<BillingRefresh['unconfirmed']>;
}) {
  const { t, i18n } = useTranslation();
  const amount = formatCents(centsOf(unconfirmed.amount));
  const isForLong = Date.now() - Date.parse(unconfirmed.since) >= unconfirmedForLongMs;
  return (
    <AnswerPanel
      state={isForLong ? 'pending' : 'working'}
      title={t('payments.outcome.otherPayment', { amount })}
    >
      <p>{t('payments.outcome.otherPaymentText')}</p>
      {isForLong && (
        <p>
          {t('payments.outcome.otherPaymentForLong', {
            since: formatMoment(unconfirmed.since, i18n.language),
          })}{' '}
          <PhoneLink phone={config.brand.supportPhone} />
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
  const nameMethod = useMethodInSentence();
  const amount = formatCents(centsOf(payment.amount));
  const values = {
    amount,
    method: nameMethod(payment.payment_method),
    day: formatDay(payment.occurred_on, i18n.language),
  };
  return (
    <AnswerPanel state="success" title={t('payments.outcome.alreadyMade')} isFocused>
      <p>{t('payments.outcome.alreadyMadeText', values)}</p>
      <div className={classes.actions}>
        <Button onClick={onSeeReceipt}>{t('payments.outcome.seeReceipt')}</Button>
        <Button variant="default" onClick={onPayAgain}>
          {t('payments.outcome.payAgain', { amount })}
        </Button>
      </div>
    </AnswerPanel>
  );
}
