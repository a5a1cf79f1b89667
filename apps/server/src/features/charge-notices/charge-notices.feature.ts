import * as contract from '@myaccount/contract/charge-notices';
import type { FastifyReply } from 'fastify';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Feature } from '../feature.ts';
import { chargeNoticeJobs } from './charge-notices.job.ts';
import { showHeldCharge, stopHeldCharge } from './charge-notices.service.ts';

/** Registers the calls of the link in a notice. */
function registerChargeNoticesRoutes(endpoints: Endpoints, portal: Portal): void {
  // The token is in the address of the page.
  const hideAddress = (reply: FastifyReply) => reply.header('referrer-policy', 'no-referrer');
  endpoints.open(contract.showHeldCharge, async ({ query, reply }) => {
    hideAddress(reply);
    return await showHeldCharge(portal, query.Token);
  });
  endpoints.open(contract.stopHeldCharge, async ({ body, client, reply }) => {
    hideAddress(reply);
    return await stopHeldCharge(portal, body.token, client);
  });
}

/** The notices of charges that a restore brought back. */
export const chargeNotices: Feature = {
  tags: { 'charge-notices': 'The link that stops a charge which a restore brought back.' },
  routes: registerChargeNoticesRoutes,
  jobs: chargeNoticeJobs,
};
