import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { addressHmacOf, codeHmacOf, isCode } from './login.rules.ts';
import type { Proof } from './login.service.ts';
import { failureTotal, pauseAfter } from './login-budgets.rules.ts';
import {
  type Challenge,
  countReservedGuesses,
  countSharedAttempt,
  lockNewestCodes,
} from './login-challenge.repository.ts';
import {
  type CountedAttempt,
  countAttempt,
  countGuesses,
  lockThrottle,
} from './login-throttle.repository.ts';

/** Live codes that a try without a challenge is compared with. */
const sharedCodes = 3;

/** A code that somebody typed. */
export interface TypedCode {
  /** The address, or the subject of a confirmation. */
  readonly address: string;
  readonly code: string;
}

/** What a try found out. A wrong one has no proof. */
export interface CodeFinding {
  readonly proof?: Proof;
  readonly loginId: string | null;
  readonly isExpired?: boolean;
  /** Guesses by an unrecognized browser at live codes. */
  readonly strangerGuesses: number;
}

export const nothingFound: CodeFinding = { loginId: null, strangerGuesses: 0 };

/** Checks the code of one challenge and counts the try. Throws too-many-tries during its pause. */
export async function checkCode(
  portal: Portal,
  typed: TypedCode,
  challengeHash: Buffer,
): Promise<CodeFinding> {
  const { config, secrets, clock } = portal;
  const now = clock.now();
  const { triesPerCode } = config.login;
  const codeHmac = codeHmacOf(secrets, challengeHash, typed.code);
  const total = failureTotal(config.login);
  const attempt = await countAttempt(portal.db, { challengeHash, codeHmac }, { now, triesPerCode, total });
  if (!attempt) return nothingFound;
  const { loginId, browserId, keyId } = attempt;
  if (!attempt.isCounted) {
    if (attempt.usedAt === null && attempt.attempts < triesPerCode) throw tooSoon(attempt, now);
    return { loginId, strangerGuesses: 0 };
  }
  const isLive = attempt.expiresAt > now;
  const isOfAddress = timingSafeEqual(attempt.addressHmac, addressHmacOf(secrets, typed.address, keyId));
  if (!isOfAddress || !isCodeOf(portal, attempt, typed.code)) {
    return { loginId, strangerGuesses: isLive && browserId === null ? 1 : 0 };
  }
  // A code of an address without an account was mailed to nobody.
  if (!isLive || loginId === null) return { loginId, strangerGuesses: 0, isExpired: !isLive };
  const guesses = browserId === null ? attempt.attempts : 0;
  const hasFailures = attempt.addressFailures > 0;
  return { proof: { challenge: attempt, loginId, guesses, hasFailures }, loginId, strangerGuesses: 0 };
}

/** Returns the refusal of a try during the pause of its challenge. */
export function tooSoon({ attemptedAt, failures, isAbnormal }: CountedAttempt, now: Date): Refusal {
  const endsAt = (attemptedAt ?? now).getTime() + pauseAfter(failures, isAbnormal) * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000));
  return new Refusal('login.too-many-tries', { retryAfterSeconds });
}

/** Compares a code that came without a challenge with the newest live ones. Strangers share the tries for that. */
export async function checkNewestCodes(portal: Portal, { address, code }: TypedCode): Promise<CodeFinding> {
  const { db, config, secrets, clock } = portal;
  const { triesPerCode, failuresPerAddress: maximum } = config.login;
  const addressHmac = addressHmacOf(secrets, address);
  const now = clock.now();
  const compared = await db.transaction().execute(async (trx) => {
    const codes = await lockNewestCodes(trx, addressHmac, { now, triesPerCode, count: sharedCodes });
    if (codes.length === 0) return [];
    await lockThrottle(trx, addressHmac, now);
    const owner = { addressHmac, browserId: null, replacedHash: null };
    const reserved = await countReservedGuesses(trx, owner, { now, triesPerCode });
    const guesses = codes.length;
    if (!(await countGuesses(trx, addressHmac, { guesses, reserved, maximum, now }))) return [];
    await countSharedAttempt(
      trx,
      codes.map(({ id }) => id),
    );
    return codes;
  });
  const [newest] = compared;
  const loginId = newest?.loginId ?? null;
  const challenge = compared.find((each) => isCodeOf(portal, each, code));
  const finding = { loginId, strangerGuesses: compared.length };
  if (!challenge || loginId === null) return finding;
  return { ...finding, proof: { challenge, loginId, guesses: compared.length, hasFailures: true } };
}

function isCodeOf({ config, secrets }: Portal, challenge: Challenge, code: string): boolean {
  if (!isCode(code, config.limits.codeDigits)) return false;
  return timingSafeEqual(
    challenge.secretHmac,
    codeHmacOf(secrets, challenge.challengeHash, code, challenge.keyId),
  );
}
