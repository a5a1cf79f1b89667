import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { deleteExpired } from './retention.service.ts';

/** Every hour: deletes what is older than its setting. The job's name is stored and stays. */
export function retentionJobs(portal: Portal): Job[] {
  return [
    {
      name: 'retention.delete-expired',
      everySeconds: 3_600,
      onOneServer: true,
      run: async () => {
        await deleteExpired(portal);
      },
    },
  ];
}
