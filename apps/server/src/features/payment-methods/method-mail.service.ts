import type { Trx } from '../../platform/database/connect.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.service.ts';
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
  const { accountNumber, recipients } = await getMailAccount(trx, accountId, loginId);
  const about = event === 'expiring' ? `${method.id}:${method.expiresOn}` : method.id;
  for (const [position, { emailAddress, language }] of recipients.entries()) {
    await queueMail(trx, portal, {
      eventKey: `method-${event}:${about}:${position}`,
      accountId,
      recipient: emailAddress,
      template: `method-${event}`,
      language,
      correlationId,
      payload: {
        accountEnding: accountNumber.slice(-4),
        cardType: method.cardType,
        lastFour: method.lastFour,
        expiresOn: method.expiresOn,
      },
    });
  }
}
