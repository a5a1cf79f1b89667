import type { Job } from '../jobs/job.ts';
import { deliverDueMessages, type Postman } from './deliver.ts';

/** Sends what the first try did not get out. */
export function outboxJob(postman: Postman): Job {
  return {
    name: 'outbox.deliver',
    cron: '* * * * *',
    run: async () => {
      while ((await deliverDueMessages(postman)) > 0);
    },
  };
}
