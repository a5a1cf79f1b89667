import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { firstOfMonth } from '../../ui/calendar-days.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../../ui/time.ts';
import classes from './PaymentForm.module.css';
import { QuestionRow } from './QuestionRow.tsx';
import type { PaymentFormState } from './usePaymentForm.ts';

// Most payments are made at once.
const Calendar = lazyPart(async () => (await import('../../ui/Calendar.tsx')).Calendar, <Skeleton />);

/** When the payment is made: now, or on a day until the newest due date (PAY-3). */
export function WhenQuestion({ form }: { form: PaymentFormState }) {
  const { values, dates, change, errorText } = form;
  const { t, i18n } = useTranslation();
  if (!dates) return null;
  const isDated = values.paymentTiming === 'dated';
  const day =
    values.paymentDate &&
    t('payments.form.when.onDay', { day: formatDay(values.paymentDate, i18n.language) });
  return (
    <QuestionRow
      legend={t('payments.form.when.question')}
      answer={isDated ? day || undefined : t('payments.form.when.now')}
      error={errorText('paymentDate')}
    >
      <Choice name="paymentTiming" isChosen={!isDated} onChoose={() => change({ paymentTiming: 'now' })}>
        {t('payments.form.when.now')}
      </Choice>
      <Choice name="paymentTiming" isChosen={isDated} onChoose={() => change({ paymentTiming: 'dated' })}>
        <span>{(isDated && day) || t('payments.form.when.dated')}</span>
        <span className={classes.note}>
          {t('payments.form.when.until', { day: formatDay(dates.last, i18n.language) })}
        </span>
      </Choice>
      {isDated && (
        <Calendar
          label={t('payments.form.when.calendar')}
          shownFrom={firstOfMonth(dates.first, -1)}
          first={dates.first}
          last={dates.last}
          chosen={values.paymentDate}
          onChoose={(paymentDate) => change({ paymentDate })}
        />
      )}
    </QuestionRow>
  );
}
