import { formatCents } from '@myaccount/contract/money';
import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { MethodName } from '../payment-methods/MethodName.tsx';
import classes from './PlannedPayments.module.css';
import { usePlannedPayments } from './planned-payments.queries.ts';
import { usePaymentLoading } from './usePaymentLoading.ts';

const CancelPlan = lazy(async () => ({ default: (await import('./CancelPlan.tsx')).CancelPlan }));

/** What is planned, each with a way to cancel it (PAY-7). Nothing planned: not shown. */
export function PlannedPayments() {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const isLoading = usePaymentLoading();
  const { data: plans = [], error, refetch } = usePlannedPayments();
  const [cancelled, setCancelled] = useState<PlannedPayment>();
  if (isLoading || (!error && plans.length === 0)) return null;
  return (
    <Section title={t('payments.planned.title')}>
      {error ? (
        <ProblemState text={t('payments.planned.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul ref={list} className={classes.list} tabIndex={-1}>
          {plans.map((plan) => (
            <Plan key={plan.id} plan={plan} onCancel={() => setCancelled(plan)} />
          ))}
        </ul>
      )}
      {cancelled && (
        <Suspense>
          <CancelPlan
            plan={cancelled}
            onClose={() => setCancelled(undefined)}
            onCancelled={() => list.current?.focus()}
          />
        </Suspense>
      )}
    </Section>
  );
}

function Plan({ plan, onCancel }: { plan: PlannedPayment; onCancel: () => void }) {
  const { t, i18n } = useTranslation();
  const values = {
    amount: formatCents(centsOf(plan.amount)),
    day: formatDay(plan.planned_for, i18n.language),
  };
  return (
    <li className={classes.plan}>
      <div className={classes.what}>
        <strong>{t('payments.planned.entry', values)}</strong>
        <span className={classes.method}>
          <MethodName method={plan.payment_method} />
        </span>
      </div>
      <Button
        variant="default"
        className={classes.button ?? ''}
        aria-label={t('payments.planned.cancelEntry', values)}
        onClick={onCancel}
      >
        {t('payments.planned.cancel')}
      </Button>
    </li>
  );
}
