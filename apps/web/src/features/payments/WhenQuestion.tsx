import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../ui/Choice.tsx';
import { firstOfMonth } from '../../ui/calendar-days.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../../ui/time.ts';
import classes from './PaymentForm.module.css';
import { offeredDaysOf, type PaymentFormLimits, type PaymentFormValues } from './payment.form.ts';
import { QuestionRow } from './QuestionRow.tsx';

// Most payments are made at once, or on a day that is offered.
const Calendar = lazyPart(async () => (await import('../../ui/Calendar.tsx')).Calendar, <Skeleton />);

interface WhenQuestionProps {
  readonly values: Pick<PaymentFormValues, 'paymentTiming' | 'paymentDate'>;
  readonly dates: PaymentFormLimits['dates'];
  /** True where the payment is planned already: it is not made now, and the question stays open. */
  readonly isPlanned?: boolean;
  readonly error?: string | undefined;
  readonly change: (changed: Partial<WhenQuestionProps['values']>) => void;
}

/** When the payment is made: now, on a day that is offered, or on another one until the newest due date (PAY-3). */
export function WhenQuestion({ values, dates, isPlanned = false, error, change }: WhenQuestionProps) {
  const { t, i18n } = useTranslation();
  const [isPicking, setIsPicking] = useState(false);
  if (!dates) return null;
  const { paymentTiming, paymentDate } = values;
  const isDated = paymentTiming === 'dated';
  const offered = Object.entries(offeredDaysOf(dates));
  // A day that was picked in the calendar does not close it.
  const isOther = isDated && (isPicking || !offered.some(([, day]) => day === paymentDate));
  const text = (name: string, day = '') =>
    t(`payments.form.when.${name}`, { day: day && formatDay(day, i18n.language) });
  const onDay = isDated && paymentDate ? text('onDay', paymentDate) : undefined;
  const choice = (name: string, isChosen: boolean, day?: string) => (
    <Choice
      key={name}
      name="paymentTiming"
      isChosen={isChosen}
      onChoose={() => {
        setIsPicking(name === 'dated');
        change({ paymentTiming: name === 'now' ? 'now' : 'dated', ...(day && { paymentDate: day }) });
      }}
    >
      <span>{name === 'dated' && isOther && onDay ? onDay : text(name, day)}</span>
      {name === 'dated' && <span className={classes.note}>{text('until', dates.last)}</span>}
    </Choice>
  );
  return (
    <QuestionRow
      legend={t('payments.form.when.question')}
      answer={isPlanned ? undefined : isDated ? onDay : text('now')}
      error={error}
    >
      {!isPlanned && choice('now', !isDated)}
      {offered.map(([name, day]) => choice(name, isDated && !isOther && paymentDate === day, day))}
      {choice('dated', isOther)}
      {isOther && (
        <Calendar
          label={t('payments.form.when.calendar')}
          shownFrom={firstOfMonth(dates.first, -1)}
          first={dates.first}
          last={dates.last}
          chosen={paymentDate}
          onChoose={(day) => {
            setIsPicking(true);
            change({ paymentDate: day });
          }}
        />
      )}
    </QuestionRow>
  );
}
