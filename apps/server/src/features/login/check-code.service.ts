import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../platform/http/problems.ts';
import { rowKeysOf } from '../../platform/rate-limit.ts';
import { checkAtService } from './identity-code.service.ts';
import { codeHmacOf, isCode, subjectHmacOf } from './login.rules.ts';
import { type CodeFinding, type CodePortal, type Proof, proofOf } from './login.service.ts';
import { failureTotal } from './login-budgets.rules.ts';
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
  isServiceChallenge,
  lockThrottle,
  takeBackAttempt,
} from './login-throttle.repository.ts';

/** Live codes that a try without a challenge is compared with. */
const sharedCodes = 3;
/** The service takes three tries of a code. Without its challenge, only one of them can be used. */
const serviceTriesWithoutChallenge = 1;
/** No code has this HMAC: a try counts as wrong until the service says that it was right. */
const noCode = Buffer.alloc(32);

/** A code that somebody typed. */
export interface TypedCode {
  /** The e-mail address that signs in, or the subject of a confirmation. */
  readonly subject: string;
  readonly code: string;
  /** Comparable: the identity service knows a code by the address that it was mailed to. It counts its own limits by the client's. */
  readonly emailAddress: string;
  readonly clientAddress: string;
}

const nothingFound: CodeFinding = { loginId: null, strangerGuesses: 0 };

/**
 * Checks the code of one challenge and counts the try. At the identity service the try counts before the call and as wrong:
 * of many tries at once no more than allowed reach the service. Only the challenge for which the service last mailed a code
 * to the address gets there, so that nobody else uses up its tries. Throws too-many-tries during the challenge's pause, and
 * unavailable; then the try does not count.
 */
export async function checkCode(
  portal: CodePortal,
  typed: TypedCode,
  challengeHash: Buffer,
): Promise<CodeFinding> {
  const { config, secrets, clock, db, identity } = portal;
  const { triesPerCode } = config.login;
  const now = clock.now();
  const codeHmac = identity ? noCode : codeHmacOf(secrets, challengeHash, typed.code);
  const total = failureTotal(config.login);
  const totals = { totalKeys: rowKeysOf(total), totalPoints: total.points };
  const counted = { challengeHash, codeHmac, now, triesPerCode, ...totals };
  const [attempt] = await countAttempt(db, counted);
  if (!attempt?.isCounted) {
    if (attempt?.usedAt === null && attempt.attempts < triesPerCode) throw tooSoon(attempt, now);
    return { loginId: attempt?.loginId ?? null, strangerGuesses: 0 };
  }
  const { loginId, keyId, browserId } = attempt;
  const isLive = attempt.expiresAt > now;
  const wrong = { loginId, strangerGuesses: isLive && browserId === null ? 1 : 0 };
  const isOfSubject = timingSafeEqual(attempt.subjectHmac, subjectHmacOf(secrets, typed.subject, keyId));
  if (!isOfSubject || !mayBeCode(portal, attempt, typed.code)) return wrong;
  if (!isLive) return { loginId, strangerGuesses: 0, isExpired: true };
  const proof = provenBy(attempt, identity !== null);
  if (!identity) return { loginId, strangerGuesses: 0, proof };
  const mailed = subjectHmacOf(secrets, typed.emailAddress, keyId);
  if (!(await isServiceChallenge(db, mailed, challengeHash))) return wrong;
  const takeBack = () => takeBackAttempt(db, attempt);
  return await checkAtService(portal, identity, typed, { wrong, proof, takeBack });
}

/** Returns what a right code proves. At the identity service its try was counted as wrong. */
function provenBy(attempt: CountedAttempt, isCountedAsWrong: boolean): Proof | undefined {
  const guesses = attempt.browserId === null ? attempt.attempts + Number(isCountedAsWrong) : 0;
  return proofOf(attempt, guesses, isCountedAsWrong || attempt.addressFailures > 0);
}

/** Returns the refusal of a try during the pause of its challenge. */
function tooSoon({ attemptedAt, pauseSeconds }: CountedAttempt, now: Date): Refusal {
  const endsAt = (attemptedAt ?? now).getTime() + pauseSeconds * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000));
  return new Refusal('login.too-many-tries', { retryAfterSeconds });
}

/**
 * Compares a code that came without a challenge with the newest live ones, or has the identity service check it once for the
 * newest. Strangers share the tries for that.
 */
export async function checkNewestCodes(portal: CodePortal, typed: TypedCode): Promise<CodeFinding> {
  const { config, secrets, identity } = portal;
  if (identity && !isCode(typed.code, config.limits.codeDigits)) return nothingFound;
  const compared = await countNewestCodes(portal, subjectHmacOf(secrets, typed.subject));
  const [newest] = compared;
  if (!newest) return nothingFound;
  const wrong = { loginId: newest.loginId, strangerGuesses: compared.length };
  const challenge = compared.find((each) => mayBeCode(portal, each, typed.code));
  const proof = challenge && proofOf(challenge, compared.length, true);
  if (identity) return await checkAtService(portal, identity, typed, { wrong, proof });
  return { ...wrong, proof };
}

/** Counts a try at the newest live codes of an address, and returns them; none if no guess is left. */
async function countNewestCodes(
  { db, config, clock, identity }: CodePortal,
  subjectHmac: Buffer,
): Promise<Challenge[]> {
  const { triesPerCode, failuresPerAddress: maximum } = config.login;
  const now = clock.now();
  const tries = identity
    ? { triesPerCode: serviceTriesWithoutChallenge, count: 1 }
    : { triesPerCode, count: sharedCodes };
  return await db.transaction().execute(async (trx) => {
    const codes = await lockNewestCodes(trx, subjectHmac, { now, ...tries });
    const [newest] = codes;
    if (!newest) return [];
    if (identity && !(await isServiceChallenge(trx, subjectHmac, newest.challengeHash))) return [];
    await lockThrottle(trx, subjectHmac, now);
    const owner = { subjectHmac, browserId: null, replacedHash: null };
    const reserved = await countReservedGuesses(trx, owner, { now, triesPerCode });
    const guesses = { guesses: codes.length, reserved, maximum, now };
    if (!(await countGuesses(trx, subjectHmac, guesses))) return [];
    await countSharedAttempt(trx, codes);
    return codes;
  });
}

/** Returns whether a text is the code of a challenge. Of a code of the identity service only its form is known here. */
function mayBeCode({ config, secrets, identity }: CodePortal, challenge: Challenge, code: string): boolean {
  if (!isCode(code, config.limits.codeDigits)) return false;
  const { challengeHash, keyId, secretHmac } = challenge;
  return identity !== null || timingSafeEqual(secretHmac, codeHmacOf(secrets, challengeHash, code, keyId));
}
