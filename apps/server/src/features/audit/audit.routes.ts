import { logEvent } from '@myaccount/contract/audit';
import { recordAudit } from '../../platform/audit.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { withoutLongNumbers } from './audit.rules.ts';

/** Registers API-21: writes an event or error of a web page to the account's audit trail. */
export function registerAuditRoutes(endpoints: Endpoints, portal: Portal, eventsPerLogin: Limit): void {
  endpoints.signedIn(logEvent, async ({ caller, body, request }) => {
    await eventsPerLogin.consume(caller.loginId);
    const account = await getAccount(portal, caller, body.accountNumber);
    await recordAudit(portal.db, {
      at: portal.clock.now(),
      accountId: account.id,
      actor: `login:${caller.loginId}`,
      action: 'page.logged',
      detail: {
        action: withoutLongNumbers(body.action),
        ...(body.error === undefined ? {} : { error: withoutLongNumbers(body.error) }),
      },
      client: clientOf(request),
    });
    return { status: 202 as const };
  });
}
