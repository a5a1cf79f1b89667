import type { NotificationPreference } from '@myaccount/contract/accounts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { changeAccount } from './account-info.repository.ts';
import { queueNotice } from './notice.service.ts';

/** A preference that nobody changed on a page. */
export interface PreferenceChange {
  readonly accountId: string;
  readonly preference: NotificationPreference;
  readonly at: Date;
  readonly correlationId: string | null;
}

/** Changes the preference of a locked account and tells the contact on record (NOTICE-1). The caller writes the audit entry. */
export async function changePreference(
  trx: Trx,
  portal: Portal,
  { accountId, preference, at, correlationId }: PreferenceChange,
): Promise<void> {
  const notice = { accountId, loginId: null, parts: ['preference'] as const, client: { correlationId }, at };
  await queueNotice(trx, portal, notice);
  await changeAccount(trx, accountId, { preference });
}
