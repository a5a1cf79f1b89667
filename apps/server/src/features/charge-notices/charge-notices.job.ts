import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { sendNotices } from './send-notices.service.ts';

/** Tells customers each minute of the charges that a restore brought back. */
export function chargeNoticeJobs(portal: Portal): Job[] {
  return [
    {
      name: 'charge-notices.send',
      everySeconds: 60,
      onOneServer: true,
      run: (stopping) => sendNotices(portal, stopping),
    },
  ];
}
