import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import type { PaymentRefusal } from './payment-outcome.rules.ts';
import classes from './RefusalNotice.module.css';

interface RefusalNoticeProps {
  readonly refusal: PaymentRefusal;
  /** What is due now, after a reload of the balance. */
  readonly amountDueCents: number;
}

/** Says why nothing was charged and what to do next; the form stays below with its values. */
export function RefusalNotice({ refusal, amountDueCents }: RefusalNoticeProps) {
  const { t } = useTranslation();
  if (refusal.kind === 'fields' || refusal.kind === 'signedOut') return null;
  if (refusal.kind === 'declined' || refusal.kind === 'failed') return <FailedNotice refusal={refusal} />;
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

type FailureRefusal = Extract<PaymentRefusal, { kind: 'declined' | 'failed' }>;

function FailedNotice({ refusal }: { refusal: FailureRefusal }) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={t('payments.outcome.failed')} isFocused>
      {refusal.kind === 'declined' && <p>{refusal.reason ?? t('payments.outcome.declined')}</p>}
      <p>{t('payments.outcome.notCharged')}</p>
      <p className={classes.reference}>{t('ui.reference', { id: refusal.correlationId })}</p>
    </Notice>
  );
}
