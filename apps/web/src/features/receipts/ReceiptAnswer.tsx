import { formatCents } from '@myaccount/contract/money';
import type { Receipt } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { AnswerPanel } from '../../ui/AnswerPanel.tsx';
import { centsOf } from '../../ui/Money.tsx';
import { formatDay } from '../../ui/time.ts';
import { useSelectedAccount } from '../accounts/selected-account.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { useLeftText } from '../payments/useLeftText.ts';
import classes from './ReceiptScreen.module.css';
import { adviceOf, isOwedAgain, isTakenOff, receiptAnswers, receiptStateOf } from './receipt.rules.ts';

/**
 * The outcome of a payment, with its amount, and what that means, as the heading of its page; a failure says why and what
 * helps. Right after the payment it says what is left.
 */
export function ReceiptAnswer({ receipt, isJustMade }: { receipt: Receipt; isJustMade: boolean }) {
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
        <p>
          {t(`payments.failure.${failure.code}`)} {t(`payments.advice.${adviceOf(failure.code)}`)}
        </p>
      )}
      {showsLeft && <LeftToPay />}
      {/* Only what was paid has a receipt; the mail about anything else is no receipt. */}
      {email && (
        <p>{t(isPaid ? 'payments.success.emailedReceipt' : 'payments.success.emailed', { email })}</p>
      )}
    </AnswerPanel>
  );
}

/** What is left to pay after the payment, from a balance that already knows it; keeps its line while that loads. */
function LeftToPay() {
  const { t } = useTranslation();
  const leftText = useLeftText(true);
  const { data: billing, isFetching, isError } = useBillingRefresh();
  if (isError) return null;
  if (!billing || isFetching) {
    return (
      <p className={classes.left} aria-hidden="true">
        {t('ui.loading')}
      </p>
    );
  }
  const figures = {
    leftCents: centsOf(billing.amountDue),
    leftDueDate: billing.dueDate,
    leftPastDueCents: centsOf(billing.pastDue),
    creditCents: centsOf(billing.credit),
  };
  return <p className={classes.left}>{leftText(figures)}</p>;
}
