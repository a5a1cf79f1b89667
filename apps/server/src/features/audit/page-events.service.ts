import type { logEvent } from '@myaccount/contract/audit';
import { recordAudit } from '../../platform/audit.ts';
import { networksOf } from '../../platform/http/client.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import type { Portal } from '../../platform/portal.ts';
import { getAccount } from '../accounts/accounts.service.ts';
import { countFrameEvent } from '../metrics/frame-count.service.ts';
import { windowLimit } from '../window-limit.ts';
import { insertPageEvent } from './audit.repository.ts';
import { isAudited, withoutLongNumbers } from './audit.rules.ts';

/** How many events a login, a client network, and an account may store in a window. */
export type PageEventLimits = ReturnType<typeof pageEventLimits>;

/** Returns the limits of page events, which hold across servers. */
export function pageEventLimits(portal: Portal) {
  const { pageEventsPerLogin, pageEventsPerClient, pageEventsPerAccount } = portal.config;
  return {
    perLogin: windowLimit(portal, 'events-login', pageEventsPerLogin),
    perClient: windowLimit(portal, 'events-client', pageEventsPerClient),
    perAccount: windowLimit(portal, 'events-account', pageEventsPerAccount),
  };
}

/** API-21: stores an event or error of a page, its long numbers masked. Throws a `Refusal` past a limit. */
export async function storeEvent(
  portal: Portal,
  limits: PageEventLimits,
  { caller, client, body }: SignedInCall<typeof logEvent>,
): Promise<void> {
  await limits.perClient.consume(networksOf(client.address).client);
  await limits.perLogin.consume(caller.loginId);
  const { id: accountId } = await getAccount(portal, caller, body.accountNumber);
  await limits.perAccount.consume(accountId);
  const action = withoutLongNumbers(body.action);
  const error = body.error === undefined ? null : withoutLongNumbers(body.error);
  const event = { at: portal.clock.now(), accountId, client };
  if (!isAudited(action)) {
    await insertPageEvent(portal.db, { ...event, loginId: caller.loginId, action, error });
    return;
  }
  await portal.db.transaction().execute(async (trx) => {
    const actor = `login:${caller.loginId}`;
    const detail = { step: action, error };
    await recordAudit(trx, { ...event, actor, action: 'payment-methods.adding', detail });
    if (error !== null) await countFrameEvent(trx, 'iframe.error', portal.databaseTime);
  });
}
