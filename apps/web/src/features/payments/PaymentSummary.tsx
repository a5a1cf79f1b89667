import { useTranslation } from 'react-i18next';
import { Summary, type SummaryLine } from '../../ui/Summary.tsx';
import { formatDay } from '../../ui/time.ts';
import { serviceAddressOf, streetOf } from '../accounts/account-face.rules.ts';
import { MethodLine, MethodName } from '../payment-methods/MethodName.tsx';
import type { PaymentSummary as PaymentFigures } from './payment-summary.rules.ts';
import { useLeftText } from './useLeftText.ts';
import type { PaymentFormState } from './usePaymentForm.ts';

/** What the payment will do: for which address, which bills, how much, with what, and what is left. */
export function PaymentSummary({ form }: { form: PaymentFormState }) {
  const { billing, methods, method, amountCents, figures, plannedDay, isRecurring } = form;
  const { t, i18n } = useTranslation();
  const lines = useSummaryLines(figures);
  const left = useLeftText(false)(figures);
  const outcome = plannedDay ? [left, t('payments.summary.atMost')] : [left];
  const address = serviceAddressOf(billing.accountDetails.Address);
  const hasAmount = amountCents > 0;
  // Where the form does not ask for the method, the summary says all of it.
  const methodText =
    method &&
    (methods.length === 1 ? <MethodLine method={method} /> : <MethodName method={method.payment_method} />);
  const facts = [
    { name: 'address', value: address && <bdi>{`${streetOf(address)}, ${address.city}`}</bdi> },
    { name: 'when', value: plannedDay && formatDay(plannedDay, i18n.language) },
    { name: 'method', value: methodText },
    { name: 'after', value: isRecurring && t('payments.summary.autopay') },
  ];
  return (
    <Summary
      title={t('payments.summary.title')}
      facts={facts
        .filter(({ value }) => value)
        .map(({ name, value }) => ({ term: t(`payments.summary.${name}`), value }))}
      linesLabel={t('payments.summary.covered')}
      lines={hasAmount ? lines : []}
      total={hasAmount ? { label: t('payments.summary.total'), cents: amountCents } : undefined}
      outcome={hasAmount ? outcome : []}
    />
  );
}

function useSummaryLines({ covered, toCreditCents }: PaymentFigures): SummaryLine[] {
  const { t, i18n } = useTranslation();
  const lines = covered.map(({ item, amountCents, isPart }) => ({
    key: item.invoice_id ?? 'opening',
    label: t(item.label === null ? 'balance.opening' : 'balance.bill', { number: item.label }),
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
