import type { Job } from '../../platform/jobs/job.ts';
import type { PayingPortal } from '../feature.ts';
import { reconcileResolved, reconcileUnresolved } from './due.service.ts';
import { recordReturns } from './returns.service.ts';

/** Every 10 seconds, on every server: reconciles payments without a result. Each payment is claimed. */
function reconcilePaymentsJob(portal: PayingPortal): Job {
  return {
    name: 'payments.reconcile',
    everySeconds: 10,
    run: (stopping) => reconcileUnresolved(portal, stopping),
  };
}

/** Like {@link reconcilePaymentsJob}, for bank debits. On its own, so that thousands of debits delay no charge. */
function reconcileDebitsJob(portal: PayingPortal): Job {
  return {
    name: 'payments.reconcile-debits',
    everySeconds: 10,
    run: (stopping) => reconcileResolved(portal, stopping),
  };
}

/** Records the bank debits that came back, as the processor's report lists them. */
function recordReturnsJob(portal: PayingPortal): Job {
  return { name: 'payments.record-returns', everySeconds: 900, run: () => recordReturns(portal) };
}

/** The background work of reconciliation. */
export function reconciliationJobs(portal: PayingPortal): Job[] {
  return [reconcilePaymentsJob(portal), reconcileDebitsJob(portal), recordReturnsJob(portal)];
}
