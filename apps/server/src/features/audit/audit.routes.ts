import { logEvent } from '@myaccount/contract/audit';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { insertPageEvent } from './audit.repository.ts';
import { withoutLongNumbers } from './audit.rules.ts';

/** Registers API-21: stores an event or error of a web page. */
export function registerAuditRoutes(endpoints: Endpoints, portal: Portal, eventsPerLogin: Limit): void {
  endpoints.signedIn(logEvent, async ({ caller, body, request }) => {
    await eventsPerLogin.consume(caller.loginId);
    const account = await getAccount(portal, caller, body.accountNumber);
    await insertPageEvent(portal.db, {
      at: portal.clock.now(),
      accountId: account.id,
      loginId: caller.loginId,
      action: withoutLongNumbers(body.action),
      error: body.error === undefined ? null : withoutLongNumbers(body.error),
      client: clientOf(request),
    });
    return { status: 202 as const };
  });
}
