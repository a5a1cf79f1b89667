import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { replaceAddress } from './login.repository.ts';
import { addressHmacOf, normalizedEmail } from './login.rules.ts';
import { endChallengesOf } from './login-challenge.repository.ts';
import { lockThrottle } from './login-throttle.repository.ts';

/** A login and the address that it shall sign in with from now on; its owner proved to read it. */
export interface SignInAddressChange {
  readonly loginId: string;
  /** The address until now. */
  readonly from: string;
  readonly to: string;
}

/**
 * Replaces a login's sign-in address, unless another login has the new one. Codes and links to the old address stop
 * working. Returns whether the login signs in with the new address.
 */
export async function changeSignInAddress(
  trx: Trx,
  { secrets, clock }: Portal,
  { loginId, from, to }: SignInAddressChange,
): Promise<boolean> {
  const address = normalizedEmail(to);
  if (address === from) return true;
  const now = clock.now();
  // Two logins that take the same address wait for each other here.
  await lockThrottle(trx, addressHmacOf(secrets, address), now);
  const isReplaced = await replaceAddress(trx, loginId, address);
  if (isReplaced) await endChallengesOf(trx, addressHmacOf(secrets, from), now);
  return isReplaced;
}
