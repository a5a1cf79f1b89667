import type { Job } from '../../platform/jobs/job.ts';
import { forgetKeys } from './make-payment.repository.ts';
import { keyHours } from './make-payment.rules.ts';
import type { PaymentParts } from './payment-outcome.service.ts';
import { reconcileDuePayments } from './reconcile.service.ts';

/** Every minute: finds out what became of payments whose result is out, and of bank debits. */
export function reconcilePaymentsJob(parts: PaymentParts): Job {
  return {
    name: 'payments.reconcile',
    cron: '* * * * *',
    run: async () => {
      await reconcileDuePayments(parts);
    },
  };
}

/** Every hour: forgets Idempotency-Keys that no longer stand for their payment. */
export function forgetPaymentKeysJob({ portal }: PaymentParts): Job {
  return {
    name: 'payments.forget-keys',
    cron: '17 * * * *',
    run: async () => {
      await forgetKeys(portal.db, new Date(portal.clock.now().getTime() - keyHours * 3_600_000));
    },
  };
}
