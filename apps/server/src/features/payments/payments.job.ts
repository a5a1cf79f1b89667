import type { Job } from '../../platform/jobs/job.ts';
import { deleteExpiredKeys } from './make-payment.repository.ts';
import { keyLifetimeHours } from './make-payment.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { reconcileDuePayments } from './reconcile.service.ts';

/** Every minute: reconciles payments without a result, and bank debits. */
export function reconcilePaymentsJob(context: PaymentContext): Job {
  return {
    name: 'payments.reconcile',
    cron: '* * * * *',
    run: async () => {
      await reconcileDuePayments(context);
    },
  };
}

/** Every hour: deletes expired idempotency keys. The job's name is stored in the queue and stays. */
export function deleteExpiredPaymentKeysJob({ portal }: PaymentContext): Job {
  return {
    name: 'payments.forget-keys',
    cron: '17 * * * *',
    run: async () => {
      await deleteExpiredKeys(
        portal.db,
        new Date(portal.clock.now().getTime() - keyLifetimeHours * 3_600_000),
      );
    },
  };
}
