import type { Receipt } from '@myaccount/contract/payments';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { textLink } from '../../ui/TextLink.tsx';
import { AutopayState } from '../autopay/AutopayState.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';
import classes from './ReceiptScreen.module.css';
import { isTakenOff, receiptStateOf } from './receipt.rules.ts';

/** A job turns autopay on within seconds of the payment: interval and limit of the page's calls about it. */
const askEveryMs = 5_000;
const waitMs = 30_000;

/** Whether the payment turned autopay on, as the server says now (PAY-2): never what the page assumes. */
export function RecurringOutcome({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { data: billing, refetch } = useBillingRefresh();
  const state = receiptStateOf(receipt);
  const [hasWaited, setHasWaited] = useState(false);
  const isOn = billing?.isAutoPayEnabled ?? false;

  useEffect(() => {
    if (state === 'confirming') return;
    // What the page knew before the payment was answered is older than the answer.
    void refetch();
    if (isOn) return;
    const asking = setInterval(() => void refetch(), askEveryMs);
    const waiting = setTimeout(() => setHasWaited(true), waitMs);
    return () => {
      clearInterval(asking);
      clearTimeout(waiting);
    };
  }, [refetch, state, isOn]);

  if (state === 'confirming') {
    return (
      <Notice tone="wait" title={t('payments.recurring.waits')}>
        <p>{t('payments.recurring.waitsText')}</p>
      </Notice>
    );
  }
  if (!billing || (isTakenOff(receipt) && !isOn && !hasWaited)) {
    // Keeps the place of the usual answer.
    return (
      <Notice tone="wait" title={t('payments.recurring.checking')}>
        <p className={classes.place} aria-hidden="true">
          {t('autopay.on', { method: methodInSentence(receipt.payment_method, t) })}
        </p>
      </Notice>
    );
  }
  if (isOn) {
    return (
      <Notice tone="good" title={t('payments.recurring.on')}>
        <p>
          <AutopayState billing={billing} />
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="wait" title={t('payments.recurring.off')}>
      <p>{t(`payments.recurring.${isTakenOff(receipt) ? 'offText' : 'notMadeText'}`)}</p>
      <Link to="/payments" className={textLink}>
        {t('autopay.turnOn.open')}
      </Link>
    </Notice>
  );
}
