import type { Job } from '../../platform/jobs/job.ts';
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
