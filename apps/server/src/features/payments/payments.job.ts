import type { Job } from '../../platform/jobs/job.ts';
import { deleteExpiredKeys } from './make-payment.repository.ts';
import { keyLifetimeHours } from './make-payment.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { reconcileDuePayments } from './reconcile.service.ts';

/** Every 10 seconds, on every server: reconciles payments without a result, and bank debits. Each payment is claimed. */
export function reconcilePaymentsJob(context: PaymentContext): Job {
  return {
    name: 'payments.reconcile',
    everySeconds: 10,
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
