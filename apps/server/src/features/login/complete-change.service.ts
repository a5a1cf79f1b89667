import { comparableEmail, storedEmail } from '@myaccount/contract/mailable-email';
import { recordAudit, recordAudits } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { lockAccounts } from '../accounts/account-lock.repository.ts';
import { changeContact } from '../accounts/contact.repository.ts';
import { endSessionsOfLogins } from '../sessions/sessions.repository.ts';
import { subjectHmacOf } from './login.rules.ts';
import { changeSignInAddress } from './login-address.service.ts';
import type { Challenge } from './login-challenge.repository.ts';
import {
  endLoginChange,
  holdLogin,
  type LoginChangeRow,
  listOwnContacts,
} from './login-change.repository.ts';
import { securityHoldDays } from './login-change.rules.ts';
import { queueChangeMails } from './login-change.service.ts';

const dayMs = 86_400_000;

/** Returns whether a challenge went to the new address of a change, which its login does not sign in with yet. */
export function provesChange(
  { secrets }: Portal,
  change: (LoginChangeRow & { readonly isOwn: boolean }) | undefined,
  { subjectHmac, keyId }: Challenge,
): boolean {
  return !!change && !change.isOwn && subjectHmacOf(secrets, change.to, keyId).equals(subjectHmac);
}

/**
 * LOST-3: completes a change whose new address was just proved: sign-in address, and contact where it was the old one. Sessions end, the
 * hold begins, and everybody is told. Returns the new
 * address. Throws invalid-code if the change does not wait any more, or another login took the address.
 */
export async function completeLoginChange(
  trx: Trx,
  portal: Portal,
  loginId: string,
  client: Client,
): Promise<string> {
  const at = portal.clock.now();
  const lockable = await listOwnContacts(trx, loginId);
  await lockAccounts(
    trx,
    lockable.map(({ accountId }) => accountId),
  );
  const change = await endLoginChange(trx, loginId, 'completed_at', at);
  if (!change) throw new Refusal('login.invalid-code');
  const { from, to } = change;
  await queueChangeMails(trx, portal, change, { name: 'completed', client });
  const contacts = await listOwnContacts(trx, loginId);
  if (!(await changeSignInAddress(trx, portal, { loginId, from, to })))
    throw new Refusal('login.invalid-code');
  const lost = contacts.filter(
    ({ emailAddress }) => emailAddress !== null && comparableEmail(emailAddress) === comparableEmail(from),
  );
  for (const customerId of new Set(lost.map((contact) => contact.customerId)))
    await changeContact(trx, customerId, { email_address: storedEmail(to) });
  await endSessionsOfLogins(trx, [loginId], at);
  await holdLogin(trx, loginId, new Date(at.getTime() + securityHoldDays * dayMs));
  const entry = { at, actor: `login:${loginId}`, client };
  await recordAudit(trx, { ...entry, loginId, action: 'account-info.sign-in-changed', detail: { from, to } });
  const entries = lost.map(({ accountId }) => ({
    ...entry,
    accountId,
    action: 'account-info.email-changed' as const,
  }));
  if (entries.length > 0) await recordAudits(trx, entries);
  return to;
}
