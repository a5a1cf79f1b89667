import type { Clock } from '@myaccount/clock';
import { basePath } from '@myaccount/contract/endpoint';
import type { BillingSystem } from '../../gateways/billing-system/billing-system.ts';
import { findAccountId } from '../../platform/database/account-lookup.ts';
import type { FigureSource } from '../../platform/database/database-metrics.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { findBacklog } from './backlog.repository.ts';
import { askForReading } from './reading.repository.ts';
import { followBilling } from './sweep.service.ts';

function registerBillingSystemRoutes(endpoints: Endpoints, portal: ServingPortal): void {
  const { billingSystem } = portal;
  if (billingSystem) registerHook(endpoints.server, portal, billingSystem);
}

/** A notification is a hint which account to read, never data. Its key is checked before its body is read. */
function registerHook(server: Endpoints['server'], portal: Portal, billing: BillingSystem): void {
  server.post(`${basePath}/hooks/billing`, {
    onRequest: async (request) => {
      if (!billing.isSigned(request.headers)) throw new Refusal('request.unauthorized');
    },
    handler: async (request, reply) => {
      const accountNumber = billing.readNotification(request.body);
      if (accountNumber === undefined) throw badField('account_num', 'invalid');
      const accountId = await findAccountId(portal.db, accountNumber);
      // One that is new there is found in the list of accounts.
      if (accountId) await askForReading(portal.db, accountId, portal.clock.now());
      return await reply.status(202).send();
    },
  });
}

/** How far the portal is behind the billing system. */
function billingFigures(clock: Clock): FigureSource {
  return {
    gauges: {
      myaccount_billing_due: { help: 'Accounts that the billing system is to be asked about' },
      myaccount_billing_due_oldest_seconds: {
        help: 'Time since the oldest of them was asked for; 0 without one',
      },
      myaccount_billing_read_oldest_seconds: {
        help: 'Age of the oldest reading of an account; 0 without one',
      },
      myaccount_billing_away_seconds: {
        help: 'Time since the billing system answers no more; 0 while it does',
      },
      myaccount_billing_refusals: { help: 'Records of the billing system that were not taken' },
    },
    read: async (trx) => {
      const backlog = await findBacklog(trx);
      const ageOf = (since: Date | null) =>
        since ? Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000) : 0;
      return [
        { gauge: 'myaccount_billing_due', value: backlog.due },
        { gauge: 'myaccount_billing_due_oldest_seconds', value: ageOf(backlog.dueSince) },
        { gauge: 'myaccount_billing_read_oldest_seconds', value: ageOf(backlog.oldestReading) },
        { gauge: 'myaccount_billing_away_seconds', value: backlog.awaySeconds },
        { gauge: 'myaccount_billing_refusals', value: backlog.refusals },
      ];
    },
  };
}

/** The provider's billing system, which the portal follows by itself. */
export const billingSystem: Feature = {
  routes: registerBillingSystemRoutes,
  jobs: (portal) => {
    const { billingSystem: system } = portal;
    if (!system) return [];
    const billing = { ...portal, billingSystem: system };
    return [
      { name: 'billing-system.read', everySeconds: 1, run: (stopping) => followBilling(billing, stopping) },
    ];
  },
  figures: billingFigures,
};
