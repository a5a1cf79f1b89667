import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import type { MethodMailEvent, NamedMethod } from './payment-methods.rules.ts';

/** What a mail about a saved method is about. */
export interface MethodMail {
  readonly event: MethodMailEvent;
  readonly accountId: string;
  readonly method: NamedMethod;
  /** The login that acted; null for a job. */
  readonly loginId: string | null;
  readonly correlationId: string | null;
}

/**
 * Queues the mail about a saved method in the caller's transaction: to the customer, and to the login that acted if it has
 * another address (MAIL-1). Each once per method and event.
 */
export async function queueMethodMail(trx: Trx, portal: Portal, mail: MethodMail): Promise<void> {
  const { event, accountId, method, loginId, correlationId } = mail;
  const { id, cardType, lastFour, expiresOn } = method;
  await queueAccountMail(trx, portal, await getMailAccount(trx, accountId, 'method', loginId), {
    eventKey: `method-${event}:${event === 'expiring' ? `${id}:${expiresOn}` : id}`,
    accountId,
    template: `method-${event}`,
    correlationId,
    payload: { cardType, lastFour, expiresOn },
  });
}
