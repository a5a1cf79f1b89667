import { formatCents } from '@myaccount/contract/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { centsOf } from '../../ui/Money.tsx';
import type { PaymentBody } from './payment-intent.ts';

/**
 * Asks once more before a payment of more than what is owed. Where nothing is, the form has said that it becomes credit.
 * Render `question` beside the form.
 */
export function useOverpaymentQuestion(amountDueCents: number, pay: (body: PaymentBody) => void) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<PaymentBody>();
  const amountCents = centsOf(asked?.amount ?? 0);
  const values = {
    amount: formatCents(amountCents),
    owed: formatCents(amountDueCents),
    credit: formatCents(amountCents - amountDueCents),
  };

  function payOrAsk(body: PaymentBody): void {
    if (amountDueCents > 0 && centsOf(body.amount) > amountDueCents) setAsked(body);
    else pay(body);
  }

  const question = asked && (
    <ConfirmDialog
      isOpen
      title={t('payments.overpay.question')}
      confirmLabel={t('payments.overpay.confirm', values)}
      cancelLabel={t('payments.overpay.back')}
      onConfirm={() => {
        setAsked(undefined);
        pay(asked);
      }}
      onCancel={() => setAsked(undefined)}
    >
      {t('payments.overpay.text', values)}
    </ConfirmDialog>
  );
  return { payOrAsk, question };
}
