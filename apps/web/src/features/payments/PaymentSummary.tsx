import type { BillingRefresh } from '@myaccount/contract/home';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/day.ts';
import { Summary, type SummaryLine } from '../../ui/Summary.tsx';
import { serviceAddressOf, streetOf } from '../accounts/account-face.rules.ts';
import { MethodLine, MethodName } from '../payment-methods/MethodName.tsx';
import { type PaymentSummary as PaymentFigures, paymentSummaryOf } from './payment-summary.rules.ts';
import { useLeftText } from './useLeftText.ts';

interface PaymentSummaryProps {
  readonly billing: BillingRefresh;
  /** 0 while there is no valid amount. */
  readonly amountCents: number;
  /** Day of a payment dated ahead; undefined for one that is made at once. */
  readonly plannedDay: string | undefined;
  readonly method: RecurringPayment | undefined;
  /** True when the payment turns autopay on. */
  readonly isRecurring: boolean;
  /** True when the form does not ask for the method, so that the summary says all of it. */
  readonly isOnlyMethod: boolean;
}

/** What the payment will do: for which address, which bills, how much, with what, and what is left. */
export function PaymentSummary(props: PaymentSummaryProps) {
  const { billing, amountCents, plannedDay, method, isRecurring, isOnlyMethod } = props;
  const { t, i18n } = useTranslation();
  const figures = paymentSummaryOf(billing, amountCents);
  const lines = useSummaryLines(figures);
  const leftText = useLeftText(false);
  const address = serviceAddressOf(billing.accountDetails.Address);
  const facts = [
    ...(address
      ? [{ term: t('payments.summary.address'), value: <bdi>{`${streetOf(address)}, ${address.city}`}</bdi> }]
      : []),
    ...(plannedDay
      ? [{ term: t('payments.summary.when'), value: formatDay(plannedDay, i18n.language) }]
      : []),
    ...(method ? [{ term: t('payments.summary.method'), value: methodText(method) }] : []),
    ...(isRecurring ? [{ term: t('payments.summary.after'), value: t('payments.summary.autopay') }] : []),
  ];
  const isEmpty = amountCents === 0;
  return (
    <Summary
      title={t('payments.summary.title')}
      facts={facts}
      linesLabel={t('payments.summary.covered')}
      lines={isEmpty ? [] : lines}
      total={isEmpty ? undefined : { label: t('payments.summary.total'), cents: amountCents }}
      outcome={isEmpty ? [] : outcome()}
    />
  );

  function outcome(): string[] {
    const left = leftText(figures);
    return plannedDay ? [left, t('payments.summary.atMost')] : [left];
  }

  function methodText(shown: RecurringPayment) {
    return isOnlyMethod ? <MethodLine method={shown} /> : <MethodName method={shown.payment_method} />;
  }
}

function useSummaryLines({ covered, toCreditCents }: PaymentFigures): SummaryLine[] {
  const { t, i18n } = useTranslation();
  const lines = covered.map(({ item, amountCents, isPart }) => ({
    key: item.invoice_id ?? 'opening',
    label: item.label === null ? t('balance.opening') : t('balance.bill', { number: item.label }),
    note: t(`payments.summary.${noteOf(item.past_due, isPart)}`, {
      day: formatDay(item.due_date, i18n.language),
    }),
    isLate: item.past_due,
    cents: amountCents,
  }));
  if (toCreditCents === 0) return lines;
  return [...lines, { key: 'credit', label: t('payments.summary.credit'), cents: toCreditCents }];
}

function noteOf(isPastDue: boolean, isPart: boolean): 'due' | 'partDue' | 'pastDue' | 'partPastDue' {
  if (isPastDue) return isPart ? 'partPastDue' : 'pastDue';
  return isPart ? 'partDue' : 'due';
}
