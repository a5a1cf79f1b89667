import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount, type MailAccount } from '../accounts/mail-account.repository.ts';
import { queueAccountMail } from '../accounts/mail-account.service.ts';
import type { NoticePart } from './notice.rules.ts';

/** What was changed, and when. */
export interface Notice {
  readonly accountId: string;
  readonly parts: readonly NoticePart[];
  readonly client: { readonly correlationId: string | null };
  readonly at: Date;
}

/**
 * NOTICE-1: queues the mail about a change. Call it before the change in its transaction: it goes to the contact on record
 * until now, to the sign-in addresses of the primary users, and to the login that acts, if one does.
 */
export async function queueNotice(
  trx: Trx,
  portal: Portal,
  { loginId, ...notice }: Notice & { readonly loginId: string | null },
): Promise<void> {
  await queueNoticeTo(trx, portal, await getMailAccount(trx, notice.accountId, 'change', loginId), notice);
}

/** Queues the mail about a change to recipients who were read before it. It names no new value. */
export async function queueNoticeTo(
  trx: Trx,
  portal: Portal,
  account: MailAccount,
  { accountId, parts, client, at }: Notice,
): Promise<void> {
  await queueAccountMail(trx, portal, account, {
    eventKey: `account-changed:${uuidv7()}`,
    accountId,
    template: 'account-changed',
    payload: { parts, changedAt: at.toISOString() },
    correlationId: client.correlationId,
  });
}
