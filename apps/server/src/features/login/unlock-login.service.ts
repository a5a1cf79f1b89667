import { recordAudit } from '../../platform/audit.ts';
import type { Portal } from '../../platform/portal.ts';
import { resetLimits } from '../../platform/rate-limit.ts';
import { findLogin } from './login.repository.ts';
import { normalizedEmail } from './login.rules.ts';

/** Which login an operator unlocks. */
export interface LoginUnlock {
  readonly emailAddress: string;
  readonly by: string;
}

/** Resets the rate limits of an address, so that its owner can request a code at once. Returns false for an unknown address. */
export async function unlockLogin(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  { emailAddress, by }: LoginUnlock,
): Promise<boolean> {
  const address = normalizedEmail(emailAddress);
  return await db.transaction().execute(async (trx) => {
    const login = await findLogin(trx, address);
    if (!login) return false;
    await resetLimits(trx, address);
    const actor = `operator:${by}`;
    const detail = { loginId: login.id };
    await recordAudit(trx, { at: clock.now(), accountId: null, actor, action: 'login.unlocked', detail });
    return true;
  });
}
