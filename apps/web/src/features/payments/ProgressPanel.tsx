import { Button, Loader } from '@mantine/core';
import { formatCents } from '@myaccount/contract/money';
import type { MadePayment } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import classes from './PaymentForm.module.css';

/** In the form’s place while the same payment is asked for again: not failed, and not to be paid twice. */
export function ConfirmingPanel({ amountCents }: { amountCents: number }) {
  const { t } = useTranslation();
  const amount = formatCents(amountCents);
  return (
    <Notice tone="wait" title={t('payments.outcome.confirming')} isFocused>
      <p>{t('payments.outcome.confirmingText', { amount })}</p>
      <Loader size="sm" type="dots" aria-hidden="true" />
    </Notice>
  );
}

interface UnconfirmedPanelProps {
  amountCents: number;
  onAskAgain: () => void;
  onStartOver: () => void;
}

/** No answer came twice, or the page was left before one: the customer decides when to ask. */
export function UnconfirmedPanel({ amountCents, onAskAgain, onStartOver }: UnconfirmedPanelProps) {
  const { t } = useTranslation();
  return (
    <Notice tone="wait" title={t('payments.outcome.unfinished')} isFocused>
      <p>{t('payments.outcome.unconfirmedText', { amount: formatCents(amountCents) })}</p>
      <div className={classes.actions}>
        <Button onClick={onAskAgain}>{t('payments.outcome.askAgain')}</Button>
        <Button variant="default" onClick={onStartOver}>
          {t('payments.outcome.startOver')}
        </Button>
      </div>
    </Notice>
  );
}

interface AlreadyMadePanelProps {
  payment: MadePayment;
  onSeeReceipt: () => void;
  onPayAgain: () => void;
}

/** The server found this very payment made already: paying again is a new wish. */
export function AlreadyMadePanel({ payment, onSeeReceipt, onPayAgain }: AlreadyMadePanelProps) {
  const { t, i18n } = useTranslation();
  const nameMethod = useMethodName();
  const amount = formatCents(centsOf(payment.amount));
  const values = {
    amount,
    method: nameMethod(payment.payment_method),
    day: formatDay(payment.occurred_on, i18n.language),
  };
  return (
    <Notice tone="good" title={t('payments.outcome.alreadyMade')} isFocused>
      <p>{t('payments.outcome.alreadyMadeText', values)}</p>
      <div className={classes.actions}>
        <Button onClick={onSeeReceipt}>{t('payments.outcome.seeReceipt')}</Button>
        <Button variant="default" onClick={onPayAgain}>
          {t('payments.outcome.payAgain', { amount })}
        </Button>
      </div>
    </Notice>
  );
}
