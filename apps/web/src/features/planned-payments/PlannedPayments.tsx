import { centsOf, formatCents } from '@myaccount/contract/money';
import type { cancelPlannedPayment, PlannedPayment } from '@myaccount/contract/planned-payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import layout from '../../ui/layout.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { Section } from '../../ui/Section.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatDay } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useBillingIds } from '../accounts/accounts.queries.ts';
import { MethodName } from '../payment-methods/MethodName.tsx';
import classes from './PlannedPayments.module.css';
import { plannedPaymentsQuery, usePlanMutation } from './planned-payments.queries.ts';

// Few plans are changed, so the code loads when the panel opens.
const ChangePlan = lazyPart(async () => (await import('./ChangePlan.tsx')).ChangePlan, <Skeleton />);

const ways = ['change', 'cancel'] as const;

/** What is planned, each with a way to change it (PAY-12), and to cancel it after a question (PAY-7). Nothing planned: not shown. */
export function PlannedPayments() {
  const { t, i18n } = useTranslation();
  const { data: plans = [], error, refetch } = useQuery(plannedPaymentsQuery(useBillingIds()));
  const [chosen, setChosen] = useState<{
    readonly plan: PlannedPayment;
    readonly way: (typeof ways)[number];
  }>();
  const close = () => setChosen(undefined);
  const closeWith = (text: string) => () => {
    showToast('success', t(`payments.planned.${text}`));
    close();
  };
  const cancelling = usePlanMutation(
    (id) => call<typeof cancelPlannedPayment>('POST /payments/planned/cancel', { body: { id } }),
    closeWith('cancelled'),
  );
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
              <div className={layout.buttons}>
                {ways
                  .filter((way) => way === 'cancel' || plan.can_change)
                  .map((way) => (
                    <Button
                      key={way}
                      variant="default"
                      className={layout.button}
                      aria-label={t(`payments.planned.${way}Entry`, valuesOf(plan))}
                      onClick={() => setChosen({ plan, way })}
                    >
                      {t(`payments.planned.${way}`)}
                    </Button>
                  ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {chosen?.way === 'change' && (
        <SidePanel isWide title={t('payments.planned.changeEntry', valuesOf(chosen.plan))} onClose={close}>
          <ChangePlan plan={chosen.plan} onChanged={closeWith('changed')} onCancel={close} />
        </SidePanel>
      )}
      {chosen?.way === 'cancel' && (
        <ConfirmDialog
          isDestructive
          title={t('payments.planned.question')}
          confirmLabel={t('payments.planned.confirm')}
          cancelLabel={t('payments.planned.keep')}
          isBusy={cancelling.isPending}
          onConfirm={() => cancelling.mutate(chosen.plan.id)}
          onCancel={() => {
            close();
            cancelling.reset();
          }}
        >
          <span>{t('payments.planned.text', valuesOf(chosen.plan))}</span>
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
