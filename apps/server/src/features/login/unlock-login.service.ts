import { recordAudit } from '../../platform/audit.ts';
import type { Portal } from '../../platform/portal.ts';
import { resetLimits } from '../../platform/rate-limit.ts';
import { freshSubject } from './confirmation.service.ts';
import { findLogin } from './login.repository.ts';
import { addressHmacOf, normalizedEmail } from './login.rules.ts';
import { resetBrowserFailures } from './login-browser.repository.ts';
import { deleteThrottle } from './login-throttle.repository.ts';

/**
 * Resets every count of an address, so that its owner can request a code at once, to sign in or to confirm a change. Returns false for an unknown address.
 */
export async function unlockLogin(
  { db, clock, secrets }: Pick<Portal, 'db' | 'clock' | 'secrets'>,
  { emailAddress, by }: { readonly emailAddress: string; readonly by: string },
): Promise<boolean> {
  const address = normalizedEmail(emailAddress);
  return await db.transaction().execute(async (trx) => {
    const login = await findLogin(trx, address);
    if (!login) return false;
    for (const name of [address, freshSubject(login.id)]) {
      const addressHmac = addressHmacOf(secrets, name);
      await resetLimits(trx, addressHmac.toString('hex'));
      await deleteThrottle(trx, addressHmac);
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
