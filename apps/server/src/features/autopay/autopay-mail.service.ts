import type { Trx } from '../../platform/database/connect.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { AutopayMailName, AutopayMailPayload } from './autopay.email.ts';
import { autopayMailKey } from './autopay.rules.ts';
import { getRecipient } from './autopay-mail.repository.ts';

/** A mail about autopay. */
export interface AutopayMail {
  readonly name: AutopayMailName;
  readonly accountId: string;
  /** What happened, once: a second mail of the same name and event is not sent. */
  readonly event: string;
  readonly payload: Omit<AutopayMailPayload, 'accountEnding'>;
  readonly correlationId?: string;
}

/** Queues a mail about autopay in the transaction that makes it true. Without an address there is none. */
export async function queueAutopayMail(trx: Trx, portal: Portal, mail: AutopayMail): Promise<void> {
  const recipient = await getRecipient(trx, mail.accountId);
  if (!recipient.emailAddress) return;
  await queueMail(trx, portal, {
    eventKey: autopayMailKey(mail.name, mail.event),
    accountId: mail.accountId,
    recipient: recipient.emailAddress,
    template: mail.name,
    language: recipient.language,
    correlationId: mail.correlationId ?? null,
    payload: { ...mail.payload, accountEnding: recipient.accountNumber.slice(-4) },
  });
}
