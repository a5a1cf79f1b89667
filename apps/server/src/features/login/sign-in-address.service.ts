import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { replaceAddress } from './login.repository.ts';
import { addressHmacOf, normalizedEmail } from './login.rules.ts';
import { endChallenges } from './login-challenge.repository.ts';
import { lockThrottle } from './login-throttle.repository.ts';

/**
 * Replaces a login's sign-in address by another, which its owner proved to read, unless another login has the new one. Codes and links to the old address stop
 * working. Returns whether the login signs in with the new address.
 */
export async function changeSignInAddress(
  trx: Trx,
  { secrets, clock }: Portal,
  { loginId, from, to }: { readonly loginId: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const address = normalizedEmail(to);
  if (address === from) return true;
  const now = clock.now();
  // Two logins that take the same address wait for each other here.
  await lockThrottle(trx, addressHmacOf(secrets, address), now);
  const isReplaced = await replaceAddress(trx, loginId, address);
  if (isReplaced) await endChallenges(trx, addressHmacOf(secrets, from), now);
  return isReplaced;
}
