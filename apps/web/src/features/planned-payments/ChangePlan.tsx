import { centsOf, formatCents } from '@myaccount/contract/money';
import { methodFamily } from '@myaccount/contract/payment-methods';
import type { changePlannedPayment, PlannedPayment } from '@myaccount/contract/planned-payments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Question } from '../../ui/Question.tsx';
import { businessToday } from '../../ui/time.ts';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { agreedConsent } from '../consents/agreed-consent.ts';
import { ConsentForm } from '../consents/ConsentForm.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { MethodChoice } from '../payment-methods/MethodChoice.tsx';
import { usePaymentMethods } from '../payment-methods/payment-methods.queries.ts';
import { planDates } from '../payments/payment.form.ts';
import { WhenQuestion } from '../payments/WhenQuestion.tsx';
import { usePlanMutation } from './planned-payments.queries.ts';

interface ChangePlanProps {
  readonly plan: PlannedPayment;
  readonly onChanged: () => void;
  readonly onCancel: () => void;
}

/** Another day or method for a planned payment that was never sent (PAY-12). */
export function ChangePlan({ plan, onChanged, onCancel }: ChangePlanProps) {
  const { t, i18n } = useTranslation();
  const today = businessToday();
  const { openItems = [] } = useBillingRefresh().data ?? {};
  const { data: methods = [] } = usePaymentMethods();
  const [day, setDay] = useState(plan.planned_for);
  const [methodId, choose] = useState(plan.payment_method.token ?? '');
  const { payment_method: method } = methods.find(({ id }) => id === methodId) ?? plan;
  const isBank = methodFamily(method.card_type) === 'bank';
  const { mutate, error, isPending } = usePlanMutation(
    (payment_method) =>
      call<typeof changePlannedPayment>('POST /payments/planned/change', {
        body: {
          id: plan.id,
          payment_date: day,
          payment_method,
          ...(isBank && { consents: [agreedConsent('bank-debit', i18n.language)] }),
        },
      }),
    onChanged,
  );
  return (
    <ConsentForm
      kind={isBank ? 'bank-debit' : undefined}
      amount={formatCents(centsOf(plan.amount))}
      day={day}
      about={`${day} ${methodId}`}
      missingText={t('payments.form.errors.authorizationMissing')}
      submitText={t('payments.planned.save')}
      cancelText={t('payments.planned.back')}
      isBusy={isPending}
      onSubmit={() => mutate(methodId)}
      onCancel={onCancel}
      questions={
        <>
          <WhenQuestion
            isPlanned
            values={{ paymentTiming: 'dated', paymentDate: day }}
            dates={planDates(openItems, today)}
            change={({ paymentDate = day }) => setDay(paymentDate)}
          />
          <Question legend={t('payments.form.with.question')}>
            <MethodChoice name="plannedMethod" methods={methods} chosenId={methodId} onChoose={choose} />
            <div>
              <AddMethodButton variant="subtle" onAdded={choose} />
            </div>
          </Question>
        </>
      }
    >
      {error && <Notice tone="bad" title={problemText(error, t, 'payments.planned.notChanged')} isFocused />}
    </ConsentForm>
  );
}
