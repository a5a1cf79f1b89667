import type { Job } from '../../platform/jobs/job.ts';
import type { ServingPortal } from '../feature.ts';
import { readMissedReports, settleOpenChanges } from './follow-up.service.ts';
import { refreshAllSlots, slotPortalOf } from './slots.service.ts';
import { keepSubscription } from './subscription.service.ts';

/** The background work of appointments, where there is a field service. */
export function appointmentJobs(portal: ServingPortal): Job[] {
  const { fieldService } = portal;
  if (!fieldService) return [];
  const slots = slotPortalOf(portal);
  return [
    {
      name: 'appointments.settle',
      everySeconds: 10,
      run: (stopping) => settleOpenChanges(portal, fieldService, stopping),
    },
    {
      name: 'appointments.refresh',
      everySeconds: 300,
      onOneServer: true,
      run: (stopping) => refreshAllSlots(slots, stopping),
    },
    {
      name: 'appointments.reconcile',
      everySeconds: 300,
      onOneServer: true,
      run: (stopping) => readMissedReports(portal, fieldService, stopping),
    },
    {
      name: 'appointments.subscribe',
      everySeconds: 60,
      onOneServer: true,
      run: () => keepSubscription(portal, fieldService),
    },
  ];
}
