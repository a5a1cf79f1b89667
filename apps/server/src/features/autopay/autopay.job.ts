import { hourOf } from '../../platform/business-day.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PayingPortal } from '../feature.ts';
import { announceCharges, announceLateDebt } from './announce.service.ts';
import { runAutopay } from './autopay-run.service.ts';
import { followUpCharges } from './follow-up.service.ts';
import { turnOnAsChosen } from './recurring-choice.service.ts';
import { stopAfterReturns } from './stop-autopay.service.ts';

/** The background work of autopay, on every server: each claims its accounts, so a killed server holds up nothing. */
export function autopayJobs(portal: PayingPortal): Job[] {
  return [
    {
      name: 'autopay.run',
      everySeconds: 120,
      run: async (stopping) => {
        const today = await findWorkingDay(portal);
        if (today === undefined) return;
        const summary = await runAutopay(portal, { runOn: today, stopping });
        if (summary.collectedCents > 0) portal.log.info({ ...summary, runOn: today }, 'autopay run');
      },
    },
    {
      name: 'autopay.announce',
      everySeconds: 600,
      run: async (stopping) => {
        const today = await findWorkingDay(portal);
        if (today !== undefined) await announceCharges(portal, today, stopping);
      },
    },
    {
      name: 'autopay.follow-up',
      everySeconds: 10,
      run: async (stopping) => {
        await turnOnAsChosen(portal);
        await followUpCharges(portal, stopping);
        await stopAfterReturns(portal);
        await announceLateDebt(portal);
      },
    },
  ];
}

/** Returns today's business day; undefined before the hour from which autopay works. */
async function findWorkingDay(portal: Portal): Promise<string | undefined> {
  const { config } = portal;
  const { now, today } = await portal.db.transaction().execute(portal.moment);
  return hourOf(now, config.timeZone) >= config.autopay.hour ? today : undefined;
}
