import { comparableEmail } from '@myaccount/contract/mailable-email';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { resetLimits } from '../../platform/rate-limit.ts';
import { endCalendarFeeds } from '../sessions/sessions.repository.ts';
import { findLogin, replaceAddress } from './login.repository.ts';
import { freshSubject, subjectHmacOf } from './login.rules.ts';
import { resetBrowserFailures } from './login-browser.repository.ts';
import { endChallenges } from './login-challenge.repository.ts';
import { endLoginChange } from './login-change.repository.ts';
import { deleteThrottle, lockThrottle } from './login-throttle.repository.ts';

/**
 * Replaces a login's sign-in address by another, which its owner proved to read, unless another login has the new one. Codes and links to the old address stop
 * working, and so do its calendars. Returns whether the login signs in with the new address.
 */
export async function changeSignInAddress(
  trx: Trx,
  { secrets, clock }: Portal,
  { loginId, from, to }: { readonly loginId: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const address = comparableEmail(to);
  if (address === from) return true;
  const now = clock.now();
  // Two logins that take the same address wait for each other here.
  await lockThrottle(trx, subjectHmacOf(secrets, address), now);
  const isReplaced = await replaceAddress(trx, loginId, address);
  if (isReplaced) await endChallenges(trx, subjectHmacOf(secrets, comparableEmail(from)), now);
  if (isReplaced) await endCalendarFeeds(trx, [loginId]);
  // Whoever proves an address in a session did not lose theirs.
  if (isReplaced) await endLoginChange(trx, loginId, 'stopped_at', now);
  return isReplaced;
}

/**
 * Resets every count of an address, so that its owner can request a code at once, to sign in or to confirm a change. Returns false for an unknown address.
 */
export async function unlockLogin(
  { db, clock, secrets }: Pick<Portal, 'db' | 'clock' | 'secrets'>,
  { emailAddress, by }: { readonly emailAddress: string; readonly by: string },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const login = await findLogin(trx, emailAddress, clock.now());
    if (!login) return false;
    for (const name of [comparableEmail(emailAddress), freshSubject(login.id)]) {
      const subjectHmac = subjectHmacOf(secrets, name);
      await resetLimits(trx, subjectHmac.toString('hex'));
      await deleteThrottle(trx, subjectHmac);
    }
    await resetBrowserFailures(trx, login.id);
    await recordAudit(trx, {
      at: clock.now(),
      loginId: login.id,
      actor: `operator:${by}`,
      action: 'login.unlocked',
      detail: { loginId: login.id },
    });
    return true;
  });
}
