import { beat } from '../../platform/database/heartbeat.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { PayingPortal } from '../payment-state/outcome.service.ts';
import { resumeCharging } from './resume-charging.service.ts';

/** Tells every minute that servers work on this database, and ends a pause of automatic charges as soon as it can. */
export function chargingPauseJobs(portal: PayingPortal): Job[] {
  return [
    {
      name: 'charging-pause.heartbeat',
      everySeconds: 60,
      run: async () => {
        const pause = await beat(portal.db);
        if (!pause) return;
        const state = await resumeCharging(portal, pause);
        if (state !== 'resumed') portal.log.warn({ reason: pause.reason, state }, 'automatic charges wait');
      },
    },
  ];
}
