import type { RepeatedJob } from '../../platform/jobs/job.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { reconcileResolved, reconcileUnresolved } from './reconcile.service.ts';

/** Every 10 seconds, on every server: reconciles payments without a result. Each payment is claimed. */
export function reconcilePaymentsJob(context: PaymentContext): RepeatedJob {
  return {
    name: 'payments.reconcile',
    everySeconds: 10,
    run: (stopping) => reconcileUnresolved(context, stopping),
  };
}

/** Like {@link reconcilePaymentsJob}, for bank debits. On its own, so that thousands of debits delay no charge. */
export function reconcileDebitsJob(context: PaymentContext): RepeatedJob {
  return {
    name: 'payments.reconcile-debits',
    everySeconds: 10,
    run: (stopping) => reconcileResolved(context, stopping),
  };
}
