import { randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CodeCheck, CodeRequest, Identity, IdentityFailure } from '../../gateways/identity/identity.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { type CodeFinding, nothingFound, type TypedCode, tooSoon } from './check-code.service.ts';
import { addressHmacOf, isCode } from './login.rules.ts';
import type { Proof } from './login.service.ts';
import { failureTotal } from './login-budgets.rules.ts';
import { countReservedGuesses, countSharedAttempt, lockNewestCodes } from './login-challenge.repository.ts';
import {
  countAttempt,
  countGuesses,
  isServiceChallenge,
  lockThrottle,
  takeBackAttempt,
} from './login-throttle.repository.ts';

/** What codes of the identity service are requested and checked with. */
export interface IdentityContext {
  readonly portal: Portal;
  readonly identity: Identity;
}

/** A typed code of the identity service: the service knows it by the address that it was mailed to. */
export interface TypedServiceCode extends TypedCode {
  readonly emailAddress: string;
  readonly clientAddress: string;
}

/** No code has this HMAC: a try counts as wrong until the service says that it was right. */
const noCode = Buffer.alloc(32);
/** The service takes three tries of a code. Without its challenge, only one of them can be used. */
const triesWithoutChallenge = 1;
const latestSendMs = 1_000;
const retryAfterSeconds = 30;

/** Has the service mail a code. Returns false if it mails none to this address. Throws too-many-codes and unavailable. */
export async function requestServiceCode(
  { portal, identity }: IdentityContext,
  request: CodeRequest,
): Promise<boolean> {
  const sending = await identity.sendCode(request);
  if (sending.outcome === 'sent') return true;
  if (sending.outcome === 'unknown-address') return false;
  throw refusalOf(portal, sending, 'login.too-many-codes');
}

/** Does the same up to a second later. Nobody waits for it: its answer and its time would tell that the address is known. */
export function requestServiceCodeLater(context: IdentityContext, request: CodeRequest): void {
  const { log } = context.portal;
  void sleep(randomInt(latestSendMs), undefined, { ref: false })
    .then(() => requestServiceCode(context, request))
    .then((isSent) => isSent || log.warn('the identity service mails no code to an address with an account'))
    .catch((error) => log.warn({ err: error }, 'the identity service mailed no code'));
}

/**
 * Checks the code of one challenge at the service and counts the try, before the call and as wrong: of many tries at once no
 * more than allowed reach the service. Only the challenge for which the service last mailed a code to the address gets there,
 * so that nobody else uses up its tries. Throws too-many-tries and unavailable; then the try does not count.
 */
export async function checkServiceCode(
  context: IdentityContext,
  typed: TypedServiceCode,
  challengeHash: Buffer,
): Promise<CodeFinding> {
  const { config, secrets, clock, db } = context.portal;
  const now = clock.now();
  const { triesPerCode } = config.login;
  const total = failureTotal(config.login);
  const attempt = await countAttempt(db, { challengeHash, codeHmac: noCode }, { now, triesPerCode, total });
  if (!attempt) return nothingFound;
  const { loginId, browserId, keyId } = attempt;
  if (!attempt.isCounted) {
    if (attempt.usedAt === null && attempt.attempts < triesPerCode) throw tooSoon(attempt, now);
    return { loginId, strangerGuesses: 0 };
  }
  const isLive = attempt.expiresAt > now;
  const wrong = { loginId, strangerGuesses: isLive && browserId === null ? 1 : 0 };
  const isOfAddress = timingSafeEqual(attempt.addressHmac, addressHmacOf(secrets, typed.address, keyId));
  if (!isOfAddress || !isCode(typed.code, config.limits.codeDigits)) return wrong;
  if (!isLive) return { loginId, isExpired: true, strangerGuesses: 0 };
  const mailed = addressHmacOf(secrets, typed.emailAddress, keyId);
  if (!(await isServiceChallenge(db, mailed, challengeHash))) return wrong;
  const guesses = browserId === null ? attempt.attempts + 1 : 0;
  const proof = loginId === null ? undefined : { challenge: attempt, loginId, guesses, hasFailures: true };
  return await askService(context, typed, {
    wrong,
    proof,
    takeBack: () => takeBackAttempt(db, attempt),
  });
}

/** Checks a code that came without a challenge at the service, once for the newest code of the address. */
export async function checkNewestServiceCode(
  context: IdentityContext,
  typed: TypedServiceCode,
): Promise<CodeFinding> {
  const { db, config, secrets, clock } = context.portal;
  const { triesPerCode, failuresPerAddress: maximum } = config.login;
  if (!isCode(typed.code, config.limits.codeDigits)) return nothingFound;
  const addressHmac = addressHmacOf(secrets, typed.address);
  const now = clock.now();
  const challenge = await db.transaction().execute(async (trx) => {
    const count = { now, triesPerCode: triesWithoutChallenge, count: 1 };
    const [newest] = await lockNewestCodes(trx, addressHmac, count);
    if (!newest || !(await isServiceChallenge(trx, addressHmac, newest.challengeHash))) return undefined;
    await lockThrottle(trx, addressHmac, now);
    const owner = { addressHmac, browserId: null, replacedHash: null };
    const reserved = await countReservedGuesses(trx, owner, { now, triesPerCode });
    if (!(await countGuesses(trx, addressHmac, { guesses: 1, reserved, maximum, now }))) return undefined;
    await countSharedAttempt(trx, [newest.id]);
    return newest;
  });
  if (!challenge) return nothingFound;
  const { loginId } = challenge;
  const proof = loginId === null ? undefined : { challenge, loginId, guesses: 1, hasFailures: true };
  return await askService(context, typed, { wrong: { loginId, strangerGuesses: 1 }, proof });
}

interface CountedTry {
  readonly wrong: CodeFinding;
  /** What a right code proves; nothing for an address without an account, whose tries take as long as any. */
  readonly proof: Proof | undefined;
  readonly takeBack?: () => Promise<void>;
}

async function askService(
  { portal, identity }: IdentityContext,
  { emailAddress, code, clientAddress }: TypedServiceCode,
  { wrong, proof, takeBack }: CountedTry,
): Promise<CodeFinding> {
  const { loginId } = wrong;
  const check = await identity.checkCode({ emailAddress, code, clientAddress });
  if (check.outcome === 'verified') return proof ? { loginId, proof, strangerGuesses: 0 } : wrong;
  if (check.outcome === 'wrong-code') return wrong;
  if (check.outcome === 'refused') {
    portal.log.warn({ loginId, reason: check.text }, 'the identity service does not let this person in');
    return wrong;
  }
  await takeBack?.();
  if (check.outcome === 'expired-code') return { loginId, isExpired: true, strangerGuesses: 0 };
  throw refusalOf(portal, check, 'login.too-many-tries');
}

type CheckFailure = IdentityFailure | Extract<CodeCheck, { outcome: 'untrusted' }>;

/** Returns the refusal of a call without a result. Raises an alarm where an operator must do something. */
function refusalOf(
  { log }: Portal,
  failure: CheckFailure,
  tooMany: 'login.too-many-codes' | 'login.too-many-tries',
): Refusal {
  if (failure.outcome === 'too-many')
    return new Refusal(tooMany, { retryAfterSeconds: failure.retryAfterSeconds });
  const reason = failure.text;
  if (failure.outcome === 'untrusted' || failure.isMisconfigured)
    log.error({ alarm: 'login.identity', reason }, 'the identity service signs nobody in');
  else log.warn({ reason }, 'the identity service is away');
  return new Refusal('server.unavailable', { retryAfterSeconds });
}
