import { formatCents } from '@myaccount/contract/money';
import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDay } from '../../ui/day.ts';
import layout from '../../ui/layout.module.css';
import { centsOf } from '../../ui/Money.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Section } from '../../ui/Section.tsx';
import { showToast } from '../../ui/toasts.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import classes from './PlannedPayments.module.css';
import { useCancelPlan, usePlannedPayments } from './planned-payments.queries.ts';

/** What is planned, each with a way to cancel it (PAY-7). Nothing planned: not shown. */
export function PlannedPayments() {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { data: plans = [], error, refetch } = usePlannedPayments();
  const [cancelled, setCancelled] = useState<PlannedPayment>();
  if (!error && plans.length === 0) return null;
  return (
    <Section title={t('payments.planned.title')}>
      {error ? (
        <ProblemState text={t('payments.planned.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <ul ref={list} tabIndex={-1}>
          {plans.map((plan) => (
            <Plan key={plan.id} plan={plan} onCancel={() => setCancelled(plan)} />
          ))}
        </ul>
      )}
      {cancelled && (
        <CancelPlan
          plan={cancelled}
          onClose={() => setCancelled(undefined)}
          onCancelled={() => list.current?.focus()}
        />
      )}
    </Section>
  );
}

/** Returns a plan’s amount and day as its texts name them. */
function usePlanValues({ amount, planned_for }: PlannedPayment) {
  const { i18n } = useTranslation();
  return { amount: formatCents(centsOf(amount)), day: formatDay(planned_for, i18n.language) };
}

function Plan({ plan, onCancel }: { plan: PlannedPayment; onCancel: () => void }) {
  const { t } = useTranslation();
  const values = usePlanValues(plan);
  return (
    <li className={`${layout.ends} ${classes.plan}`}>
      <div className={classes.what}>
        <strong>{t('payments.planned.entry', values)}</strong>
        <span className={layout.small}>
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

interface CancelPlanProps {
  readonly plan: PlannedPayment;
  readonly onClose: () => void;
  /** Called once it is cancelled and what it changes is loaded. */
  readonly onCancelled: () => void;
}

/** Asks before a planned payment is cancelled, and cancels it. */
function CancelPlan({ plan, onClose, onCancelled }: CancelPlanProps) {
  const { t } = useTranslation();
  const values = usePlanValues(plan);
  const { mutate, isPending, error } = useCancelPlan(() => {
    showToast('success', t('payments.planned.cancelled'));
    onClose();
    onCancelled();
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('payments.planned.question')}
      confirmLabel={t('payments.planned.confirm')}
      cancelLabel={t('payments.planned.keep')}
      isBusy={isPending}
      onConfirm={() => mutate(plan.id)}
      onCancel={onClose}
    >
      {t('payments.planned.text', values)}
      {error && (
        <span role="alert" className={layout.error}>
          {' '}
          {error instanceof ApiProblem ? problemText(error, t) : t('payments.planned.notCancelled')}
        </span>
      )}
    </ConfirmDialog>
  );
}
