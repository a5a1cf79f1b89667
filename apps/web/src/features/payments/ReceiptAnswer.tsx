import { formatCents } from '@myaccount/contract/money';
import type { Receipt } from '@myaccount/contract/payments';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { adviceOf } from './payment-failure.rules.ts';
import { isOwedAgain, type ReceiptState, receiptAnswers, receiptStateOf } from './receipt.rules.ts';

interface ReceiptAnswerProps {
  readonly receipt: Receipt;
  /** What is left to pay now. */
  readonly left?: ReactNode;
  /** True right after the payment: it takes the focus. */
  readonly isFocused: boolean;
}

/** What became of a payment, with its amount, and what that means; a failure says why and what helps. */
export function ReceiptAnswer({ receipt, left, isFocused }: ReceiptAnswerProps) {
  const { t, i18n } = useTranslation();
  const state = receiptStateOf(receipt);
  const title = t(`payments.success.title.${state}`, {
    amount: formatCents(centsOf(receipt.amount)),
    day: formatDay(receipt.planned_for ?? receipt.occurred_on, i18n.language),
  });
  return (
    <AnswerPanel state={receiptAnswers[state]} title={title} isFocused={isFocused} isHeadline>
      {state !== 'paid' && <p>{t(`payments.success.text.${state}`)}</p>}
      {receipt.requested && <Partial requested={receipt.requested} amount={receipt.amount} />}
      {isOwedAgain(receipt) && <Failure receipt={receipt} />}
      {left}
      {receipt.emailed_to && <p>{t(mailText(state), { email: receipt.emailed_to })}</p>}
    </AnswerPanel>
  );
}

/** Says what was asked and what is left of a payment of which only a part was approved. */
function Partial({ requested, amount }: { requested: number; amount: number }) {
  const { t } = useTranslation();
  const [asked, paid] = [centsOf(requested), centsOf(amount)];
  const values = {
    requested: formatCents(asked),
    amount: formatCents(paid),
    left: formatCents(asked - paid),
  };
  return <p>{t('payments.success.partial', values)}</p>;
}

function Failure({ receipt: { failure } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  if (!failure) return null;
  return (
    <p>
      {t(`payments.failure.${failure.code}`)} {t(`payments.advice.${adviceOf(failure.code)}`)}
    </p>
  );
}

/** Only what was paid has a receipt; the mail about anything else is no receipt. */
function mailText(state: ReceiptState): string {
  return state === 'paid' ? 'payments.success.emailedReceipt' : 'payments.success.emailed';
}
