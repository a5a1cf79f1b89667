import type { BillingRefresh } from '@myaccount/contract/home';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { firstOfMonth } from '../../ui/calendar-days.ts';
import { formatDay } from '../../ui/day.ts';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './PaymentForm.module.css';
import { paymentSummaryOf } from './payment-summary.rules.ts';
import type { PaymentFormValues } from './payments.form.ts';

// Most payments are made at once.
const Calendar = lazy(async () => ({ default: (await import('../../ui/Calendar.tsx')).Calendar }));

interface TimingFieldsProps {
  readonly billing: BillingRefresh;
  /** 0 while there is no valid amount. */
  readonly amountCents: number;
  readonly values: PaymentFormValues;
  readonly today: string;
  /** The last day that can be chosen. */
  readonly dueDate: string;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<PaymentFormValues>) => void;
}

/** When the payment is made: now, or on a day until the newest due date, for the bills that it names (PAY-3). */
export function TimingFields(props: TimingFieldsProps) {
  const { billing, amountCents, values, today, dueDate, error, onChange } = props;
  const { t, i18n } = useTranslation();
  const { covered } = paymentSummaryOf(billing, amountCents);
  const bills = covered.map(({ item: { label } }) =>
    label === null ? t('balance.opening') : t('balance.bill', { number: label }),
  );
  const isDated = values.paymentTiming === 'dated';
  return (
    <FieldGroup legend={t('payments.form.when.question')} error={error}>
      <Choice name="paymentTiming" isChosen={!isDated} onChoose={() => onChange({ paymentTiming: 'now' })}>
        {t('payments.form.when.now')}
      </Choice>
      <Choice name="paymentTiming" isChosen={isDated} onChoose={() => onChange({ paymentTiming: 'dated' })}>
        {isDated && values.paymentDate
          ? t('payments.form.when.onDay', { day: formatDay(values.paymentDate, i18n.language) })
          : t('payments.form.when.dated')}
        <span className={classes.hint}>
          {t('payments.form.when.until', { day: formatDay(dueDate, i18n.language) })}
        </span>
        {bills.length > 1 && (
          <span className={classes.hint}>{t('payments.form.when.covers', { bills: bills.join(', ') })}</span>
        )}
      </Choice>
      {isDated && (
        <Suspense fallback={<div className={classes.calendarPlace} />}>
          <Calendar
            label={t('payments.form.when.calendar')}
            shownFrom={firstOfMonth(today, -1)}
            first={today}
            last={dueDate}
            chosen={values.paymentDate}
            onChoose={(paymentDate) => onChange({ paymentDate })}
          />
        </Suspense>
      )}
    </FieldGroup>
  );
}
