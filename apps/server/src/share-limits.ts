import type { Portal } from './platform/portal.ts';
import { limitOf } from './platform/rate-limit.ts';

/** Returns the limits that count by login, or by visit. */
export function shareLimits(portal: Portal) {
  const { config } = portal;
  const { windowSeconds: seconds } = config.login;
  const common = { seconds, code: 'request.too-many' as const };
  return {
    payments: limitOf(portal, { ...common, name: 'payments-login', points: config.paymentTriesPerLogin }),
    accountChanges: limitOf(portal, {
      ...common,
      name: 'account-changes-login',
      points: config.accountChangesPerLogin,
    }),
    frameSteps: limitOf(portal, { ...common, name: 'frames-login', points: config.frameStepsPerLogin }),
    applicationsPerLogin: limitOf(portal, {
      ...common,
      name: 'hero-applications-login',
      points: config.heroApplicationsPerLogin,
    }),
    changesPerVisit: limitOf(portal, {
      ...common,
      name: 'appointment-changes',
      points: config.appointments.changesPerVisit,
    }),
    pdfs: limitOf(portal, {
      name: 'pdfs-login',
      points: config.pdfsPerLogin,
      seconds,
      code: 'invoices.too-many-pdfs',
    }),
  };
}
