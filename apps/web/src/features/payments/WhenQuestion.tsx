import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { firstOfMonth } from '../../ui/calendar-days.ts';
import { Question } from '../../ui/Question.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../../ui/time.ts';
import classes from './PaymentForm.module.css';
import type { PaymentFormState } from './usePaymentForm.ts';

// Most payments are made at once.
const Calendar = lazy(async () => ({ default: (await import('../../ui/Calendar.tsx')).Calendar }));

/** When the payment is made: now, or on a day until the newest due date, for the bills that it names (PAY-3). */
export function WhenQuestion({ form }: { form: PaymentFormState }) {
  const { figures, values, dates, change, errorText } = form;
  const { t, i18n } = useTranslation();
  if (!dates) return null;
  const bills = figures.covered.map(({ item: { label: number } }) =>
    t(number === null ? 'balance.opening' : 'balance.bill', { number }),
  );
  const isDated = values.paymentTiming === 'dated';
  return (
    <Question legend={t('payments.form.when.question')} error={errorText('paymentDate')}>
      <Choice name="paymentTiming" isChosen={!isDated} onChoose={() => change({ paymentTiming: 'now' })}>
        {t('payments.form.when.now')}
      </Choice>
      <Choice name="paymentTiming" isChosen={isDated} onChoose={() => change({ paymentTiming: 'dated' })}>
        {isDated && values.paymentDate
          ? t('payments.form.when.onDay', { day: formatDay(values.paymentDate, i18n.language) })
          : t('payments.form.when.dated')}
        <span className={classes.note}>
          {t('payments.form.when.until', { day: formatDay(dates.last, i18n.language) })}
        </span>
        {bills.length > 1 && (
          <span className={classes.note}>{t('payments.form.when.covers', { bills: bills.join(', ') })}</span>
        )}
      </Choice>
      {isDated && (
        <Suspense fallback={<Skeleton />}>
          <Calendar
            label={t('payments.form.when.calendar')}
            shownFrom={firstOfMonth(dates.first, -1)}
            first={dates.first}
            last={dates.last}
            chosen={values.paymentDate}
            onChoose={(paymentDate) => change({ paymentDate })}
          />
        </Suspense>
      )}
    </Question>
  );
}
