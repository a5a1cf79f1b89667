import { changes, logEvent } from '@myaccount/contract/audit';
import { recordAudit } from '../../platform/audit.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { badField } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { insertPageEvent } from './audit.repository.ts';
import { holdsFullNumber, isAudited, withoutLongNumbers } from './audit.rules.ts';
import { showChanges } from './change-history.service.ts';

/**
 * Registers the history of changes, and API-21: stores an event or error of a web page. A text with a whole card number
 * is refused.
 */
export function registerAuditRoutes(endpoints: Endpoints, portal: Portal, eventsPerLogin: Limit): void {
  endpoints.signedIn(changes, ({ caller, query }) =>
    showChanges(portal, caller, {
      accountNumber: query.AccountNumber,
      page: query.page_number,
      size: query.page_size,
    }),
  );

  endpoints.signedIn(logEvent, async ({ caller, body, request }) => {
    await eventsPerLogin.consume(caller.loginId);
    const { accountNumber, action } = body;
    if (body.error !== undefined && holdsFullNumber(body.error)) throw badField('error', 'invalid');
    const { id: accountId } = await getAccount(portal, caller, accountNumber);
    const error = body.error === undefined ? null : withoutLongNumbers(body.error);
    const event = { at: portal.clock.now(), accountId, client: clientOf(request) };
    if (isAudited(action)) {
      const actor = `login:${caller.loginId}`;
      const detail = { step: action, error };
      await recordAudit(portal.db, { ...event, actor, action: 'payment-methods.adding', detail });
      if (error !== null) portal.metricCounter.count('iframe.error', event.at);
    } else await insertPageEvent(portal.db, { ...event, loginId: caller.loginId, action, error });
    return { status: 202 as const };
  });
}
