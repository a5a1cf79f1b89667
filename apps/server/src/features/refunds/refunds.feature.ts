import type { Feature, PayingPortal } from '../feature.ts';
import { reconcileRefunds } from './refund-inquiry.service.ts';

/** Giving payments back. Operators begin it (`ops refund`); a job asks what came of what is not known. */
export const refunds: Feature = {
  jobs: (portal: PayingPortal) => [
    { name: 'refunds.reconcile', everySeconds: 10, run: () => reconcileRefunds(portal) },
  ],
};
