import type { FieldService } from '../../gateways/field-service/field-service.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Portal } from '../../platform/portal.ts';
import { readMissedReports, settleOpenChanges } from './follow-up.service.ts';
import { refreshAllSlots, type SlotContext } from './slots.service.ts';
import { keepSubscription } from './subscription.service.ts';

/** The background work of appointments, where there is a field service. */
export function appointmentJobs(portal: Portal, fieldService: FieldService | null): Job[] {
  if (!fieldService) return [];
  const context: SlotContext = { portal, fieldService, readings: new Map(), unread: new Set() };
  return [
    {
      name: 'appointments.settle',
      everySeconds: 10,
      run: (stopping) => settleOpenChanges(portal, fieldService, stopping),
    },
    {
      name: 'appointments.refresh',
      cron: '*/5 * * * *',
      run: (stopping) => refreshAllSlots(context, stopping),
    },
    {
      name: 'appointments.reconcile',
      cron: '*/5 * * * *',
      run: (stopping) => readMissedReports(portal, fieldService, stopping),
    },
    { name: 'appointments.subscribe', cron: '* * * * *', run: () => keepSubscription(portal, fieldService) },
  ];
}
