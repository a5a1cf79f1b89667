import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { announceExpiringMethods } from './expiring-methods.service.ts';

/** Every hour: mails about cards that expire soon, each once. */
export function paymentMethodJobs(portal: Portal): Job[] {
  return [
    {
      name: 'payment-methods.announce-expiring',
      everySeconds: 3_600,
      onOneServer: true,
      run: (stopping) => announceExpiringMethods(portal, stopping),
    },
  ];
}
