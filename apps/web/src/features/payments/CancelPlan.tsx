import { formatCents } from '@myaccount/contract/money';
import type { PlannedPayment } from '@myaccount/contract/planned-payments';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../api/api-problem.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDay } from '../../ui/day.ts';
import { centsOf } from '../../ui/Money.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { showToast } from '../../ui/toasts.ts';
import classes from './PlannedPayments.module.css';
import { useCancelPlan } from './planned-payments.queries.ts';

interface CancelPlanProps {
  readonly plan: PlannedPayment;
  readonly onClose: () => void;
  /** Called once it is cancelled and what it changes is loaded. */
  readonly onCancelled: () => void;
}

/** Asks before a planned payment is cancelled, and cancels it. */
export function CancelPlan({ plan, onClose, onCancelled }: CancelPlanProps) {
  const { t, i18n } = useTranslation();
  const { mutate, isPending, error } = useCancelPlan(() => {
    showToast('success', t('payments.planned.cancelled'));
    onClose();
    onCancelled();
  });
  const values = {
    amount: formatCents(centsOf(plan.amount)),
    day: formatDay(plan.planned_for, i18n.language),
  };
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
        <span role="alert" className={classes.error}>
          {' '}
          {error instanceof ApiProblem ? problemText(error, t) : t('payments.planned.notCancelled')}
        </span>
      )}
    </ConfirmDialog>
  );
}
