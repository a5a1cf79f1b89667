import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { getNoticeAccount, type NoticeAccount } from './notice.repository.ts';
import type { NoticePart } from './notice.rules.ts';

export type { NoticePart } from './notice.rules.ts';

/** What was changed, and when. */
export interface Notice {
  readonly accountId: string;
  readonly parts: readonly NoticePart[];
  readonly client: Client;
  readonly at: Date;
}

/**
 * NOTICE-1: queues the mail about a change. Call it before the change in its transaction: it goes to the contact on record
 * until now and to the login that acts.
 */
export async function queueNotice(
  trx: Trx,
  portal: Portal,
  { loginId, ...notice }: Notice & { readonly loginId: string },
): Promise<void> {
  await queueNoticeTo(trx, portal, await getNoticeAccount(trx, notice.accountId, loginId), notice);
}

/** Queues the mail about a change to recipients who were read before it. It names no new value. */
export async function queueNoticeTo(
  trx: Trx,
  portal: Portal,
  { accountNumber, recipients }: NoticeAccount,
  { accountId, parts, client, at }: Notice,
): Promise<void> {
  const event = uuidv7();
  for (const [position, { emailAddress, language }] of recipients.entries()) {
    await queueMail(trx, portal, {
      eventKey: `account-changed:${event}:${position}`,
      accountId,
      recipient: emailAddress,
      template: 'account-changed',
      language,
      payload: { accountEnding: accountNumber.slice(-4), parts, changedAt: at.toISOString() },
      correlationId: client.correlationId,
    });
  }
}
