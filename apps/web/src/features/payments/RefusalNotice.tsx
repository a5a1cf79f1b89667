import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { Reference } from '../../ui/Reference.tsx';
import { adviceOf } from './payment-failure.rules.ts';
import type { PaymentRefusal } from './payment-outcome.rules.ts';

interface RefusalNoticeProps {
  readonly refusal: PaymentRefusal;
  /** What is due now, after a reload of the balance. */
  readonly amountDueCents: number;
}

/** Says why nothing was charged and what to do next; the form stays below with its values. */
export function RefusalNotice({ refusal, amountDueCents }: RefusalNoticeProps) {
  const { t } = useTranslation();
  if (refusal.kind === 'fields' || refusal.kind === 'signedOut') return null;
  if (refusal.kind === 'declined') return <DeclineNotice refusal={refusal} />;
  if (refusal.kind === 'failed') {
    return (
      <Notice tone="bad" title={t('payments.outcome.failed')} isFocused>
        <p>{t('payments.outcome.notCharged')}</p>
        <Reference id={refusal.correlationId} />
      </Notice>
    );
  }
  const values = {
    amount: formatCents(amountDueCents),
    minutes: refusal.kind === 'tooMany' ? refusal.minutes : 0,
  };
  return (
    <Notice tone="wait" title={t(`payments.outcome.${refusal.kind}`)} isFocused>
      <p>{t(`payments.outcome.${refusal.kind}Text`, values)}</p>
    </Notice>
  );
}

/** First the reason and what helps, then that trying later may help too (PAY-5). */
function DeclineNotice({ refusal }: { refusal: Extract<PaymentRefusal, { kind: 'declined' }> }) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={refusal.reason ?? t('payments.outcome.declined')} isFocused>
      <p>{t(`payments.advice.${adviceOf(refusal.code)}`)}</p>
      <p>{t('payments.outcome.notCharged')}</p>
      <p>{t('payments.outcome.failed')}</p>
      <Reference id={refusal.correlationId} />
    </Notice>
  );
}
