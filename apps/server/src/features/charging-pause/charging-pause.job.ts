import type { Job } from '../../platform/jobs/job.ts';
import { beat } from '../charging/heartbeat.repository.ts';
import type { PayingPortal } from '../feature.ts';
import { compareProcessors } from './compare-processors.service.ts';
import { resumeCharging } from './resume-charging.service.ts';

/** Tells every minute that servers work on this database, ends a pause of automatic charges as soon as it can, and compares. */
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
    // Compares the processors' records with the payments, once a day.
    { name: 'payments.compare-processors', everySeconds: 1_800, run: () => compareProcessors(portal) },
  ];
}
