import { centsOf, formatCents } from '@myaccount/contract/money';
import type { cancelPlannedPayment, PlannedPayment } from '@myaccount/contract/planned-payments';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import layout from '../../ui/layout.module.css';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Section } from '../../ui/Section.tsx';
import { formatDay } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingIds, useBillingReload } from '../accounts/accounts.queries.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import classes from './PlannedPayments.module.css';
import { plannedPaymentsQuery } from './planned-payments.queries.ts';

/** What is planned, each with a way to cancel it after a question (PAY-7). Nothing planned: not shown. */
export function PlannedPayments() {
  const { t, i18n } = useTranslation();
  const { data: plans = [], error, refetch } = useQuery(plannedPaymentsQuery(useBillingIds()));
  const [chosen, setChosen] = useState<PlannedPayment>();
  const cancelling = useCancelPlan(() => {
    showToast('success', t('payments.planned.cancelled'));
    setChosen(undefined);
  });
  const valuesOf = ({ amount, planned_for }: PlannedPayment) => ({
    amount: formatCents(centsOf(amount)),
    day: formatDay(planned_for, i18n.language),
  });
  if (!error && plans.length === 0) return null;
  return (
    <Section title={t('payments.planned.title')}>
      {error ? (
        <ProblemState text={t('payments.planned.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul>
          {plans.map((plan) => (
            <li key={plan.id} className={layout.rowsItem}>
              <div className={classes.what}>
                <strong>{t('payments.planned.entry', valuesOf(plan))}</strong>
                <span className={layout.small}>
                  <MethodName method={plan.payment_method} />
                </span>
              </div>
              <Button
                variant="default"
                className={layout.button}
                aria-label={t('payments.planned.cancelEntry', valuesOf(plan))}
                onClick={() => setChosen(plan)}
              >
                {t('payments.planned.cancel')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <ConfirmDialog
          isDestructive
          title={t('payments.planned.question')}
          confirmLabel={t('payments.planned.confirm')}
          cancelLabel={t('payments.planned.keep')}
          isBusy={cancelling.isPending}
          onConfirm={() => cancelling.mutate(chosen.id)}
          onCancel={() => {
            setChosen(undefined);
            cancelling.reset();
          }}
        >
          <span>{t('payments.planned.text', valuesOf(chosen))}</span>
          {cancelling.error && (
            <span role="alert" className={layout.error}>
              {` ${problemText(cancelling.error, t, 'payments.planned.notCancelled')}`}
            </span>
          )}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Cancels a planned payment and loads again what that changes, also when it was too late. */
function useCancelPlan(onCancelled: () => void) {
  const reload = useBillingReload();
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof cancelPlannedPayment>('POST /payments/planned/cancel', { body: { id } }),
    onSuccess: async () => {
      await reload();
      onCancelled();
    },
    onError: reload,
  });
}
