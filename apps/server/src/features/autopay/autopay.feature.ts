import type { Feature } from '../feature.ts';
import { autopayMails } from './autopay.email.ts';
import { autopayJobs } from './autopay.job.ts';
import { registerAutopayRoutes } from './autopay.routes.ts';
import { autopaySettings } from './autopay-settings.rules.ts';

/** Collection of what is due, for those who turned it on. */
export const autopay: Feature = {
  tags: { autopay: 'Automatic charges on the due date.' },
  settings: autopaySettings,
  routes: registerAutopayRoutes,
  jobs: autopayJobs,
  mails: autopayMails,
};
