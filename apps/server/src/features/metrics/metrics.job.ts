import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { foldOldHours, lockDueHours, rollUpHours } from './rollup.repository.ts';

/** Every hour: adds up what was counted, so that the page reads hours instead of entries. */
export function metricsJobs(portal: Portal): Job[] {
  return [
    {
      name: 'metrics.roll-up',
      everySeconds: 3_600,
      onOneServer: true,
      run: async (stopping) => {
        let isDue = true;
        while (isDue && !stopping?.aborted) isDue = await rollUp(portal);
      },
    },
  ];
}

/** Rolls up one round of hours. False if none were due. */
async function rollUp({ db, databaseTime }: Portal): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const due = await lockDueHours(trx, databaseTime);
    if (!due) return false;
    await rollUpHours(trx, due);
    await foldOldHours(trx, due);
    return true;
  });
}
