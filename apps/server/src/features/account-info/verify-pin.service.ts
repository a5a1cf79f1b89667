import { createHash, timingSafeEqual } from 'node:crypto';
import { recordAudit } from '../../platform/audit.ts';
import type { Portal } from '../../platform/portal.ts';
import { tryConsume } from '../../platform/rate-limit.ts';
import { pinPurpose } from '../accounts/accounts.service.ts';
import { findPinForSupport } from './account-info.repository.ts';

/** Tries of one account's PIN within the window: five of ten thousand PINs. */
const tries = 5;
const windowSeconds = 3_600;

/** A PIN that a caller of support said, to compare with an account's. */
interface PinCheck {
  readonly accountNumber: string;
  readonly pin: string;
  readonly by: string;
}

export type PinCheckResult = 'match' | 'no-match' | 'no-pin' | 'too-many-tries';

/** Compares a PIN with an account's and audits it. Undefined without such an account. */
export async function verifyPin(
  portal: Pick<Portal, 'db' | 'clock' | 'secrets'>,
  { accountNumber, pin, by }: PinCheck,
): Promise<PinCheckResult | undefined> {
  const account = await findPinForSupport(portal.db, accountNumber);
  if (!account) return undefined;
  const budget = { key: `verify-pin:${account.id}`, points: tries, seconds: windowSeconds };
  const isAllowed = await tryConsume(portal, [budget]);
  const stored = account.pin && portal.secrets.open(account.pin, pinPurpose);
  const result = !isAllowed ? 'too-many-tries' : compare(stored, pin);
  await recordAudit(portal.db, {
    at: portal.clock.now(),
    accountId: account.id,
    actor: `operator:${by}`,
    action: result === 'match' ? 'account-info.pin-verified' : 'account-info.pin-refused',
    detail: { result },
  });
  return result;
}

function compare(stored: string | null, pin: string): PinCheckResult {
  if (stored === null) return 'no-pin';
  return timingSafeEqual(digestOf(stored), digestOf(pin)) ? 'match' : 'no-match';
}

function digestOf(pin: string): Buffer {
  return createHash('sha256').update(pin).digest();
}
