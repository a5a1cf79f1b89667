import { timingSafeEqual } from 'node:crypto';
import { networksOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { consumeAll, countUses } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { addressHmacOf, codeHmacOf, isCode, linkHmacOf, normalizedEmail } from './login.rules.ts';
import {
  type LoginClient,
  type LoginContext,
  type LoginResult,
  type Proof,
  refuseTry,
  signIn,
} from './login.service.ts';
import { findBrowser } from './login-browser.repository.ts';
import { failureBudgets, failureTotal, pauseAfter, tryBudgets } from './login-budgets.rules.ts';
import {
  type Challenge,
  countReservedGuesses,
  countSharedAttempt,
  findChallenge,
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
interface Finding {
  readonly proof?: Proof;
  readonly loginId: string | null;
  readonly isExpired?: boolean;
  /** Guesses by an unrecognized browser at live codes. */
  readonly strangerGuesses: number;
}

const nothingFound: Finding = { loginId: null, strangerGuesses: 0 };

/** Exchanges a valid code for a session, once. Throws a refusal for every wrong, expired, or used code. */
export async function validateCode(
  context: LoginContext,
  input: { emailAddress: string; code: string; challenge: string | undefined },
  client: LoginClient,
): Promise<LoginResult> {
  const { portal } = context;
  const typed = { address: normalizedEmail(input.emailAddress), code: input.code };
  await limitTries(portal, typed.address, client);
  const finding =
    input.challenge === undefined
      ? await checkNewestCodes(portal, typed)
      : await checkCode(portal, typed, hashToken(input.challenge));
  const result = finding.proof && (await signIn(context, finding.proof, client));
  if (result) return result;
  await countStrangerGuesses(portal, finding.strangerGuesses, client);
  const code = finding.isExpired ? 'login.expired-code' : 'login.invalid-code';
  throw await refuseTry(portal, { code, loginId: finding.loginId }, client);
}

/** Exchanges the token of a mailed link for a session, once, together with a challenge that requested it. */
export async function validateLink(
  context: LoginContext,
  input: { token: string; challenge: string },
  client: LoginClient,
): Promise<LoginResult> {
  const { portal } = context;
  await consumeAll(
    portal,
    tryBudgets(portal.config.login, networksOf(client.address)),
    'login.too-many-tries',
  );
  const challenge = await findChallenge(portal.db, hashToken(input.challenge));
  const loginId = challenge?.loginId ?? null;
  const isRight =
    challenge?.method === 'link' &&
    timingSafeEqual(challenge.secretHmac, linkHmacOf(portal.secrets, input.token, challenge.keyId));
  const result =
    isRight &&
    loginId !== null &&
    (await signIn(context, { challenge, loginId, guesses: 0, hasFailures: true }, client));
  if (result) return result;
  throw await refuseTry(portal, { code: 'login.invalid-link', loginId }, client);
}

/** Uses a network's tries, unless the browser is recognized: neighbors cannot use up what its owner needs. */
async function limitTries(portal: Portal, address: string, client: LoginClient): Promise<void> {
  if (client.browserMark !== null) {
    const markHash = hashToken(client.browserMark);
    if (await findBrowser(portal.db, { markHash, address, now: portal.clock.now() })) return;
  }
  const budgets = tryBudgets(portal.config.login, networksOf(client.address));
  await consumeAll(portal, budgets, 'login.too-many-tries');
}

/** Checks the code of one challenge and counts the try. Throws too-many-tries during its pause. */
export async function checkCode(portal: Portal, typed: TypedCode, challengeHash: Buffer): Promise<Finding> {
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

function tooSoon({ attemptedAt, failures, isAbnormal }: CountedAttempt, now: Date): Refusal {
  const endsAt = (attemptedAt ?? now).getTime() + pauseAfter(failures, isAbnormal) * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000));
  return new Refusal('login.too-many-tries', { retryAfterSeconds });
}

/** Compares a code that came without a challenge with the newest live ones. Strangers share the tries for that. */
async function checkNewestCodes(portal: Portal, { address, code }: TypedCode): Promise<Finding> {
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

/** Counts failed guesses by networks and in total. Raises an alarm when the total is abnormal. */
export async function countStrangerGuesses(
  portal: Portal,
  guesses: number,
  client: LoginClient,
): Promise<void> {
  if (guesses === 0) return;
  const { login } = portal.config;
  const exceeded = await countUses(portal, failureBudgets(login, networksOf(client.address)), guesses);
  if (exceeded.includes(failureTotal(login).key)) {
    portal.log.error({ alarm: 'login.failures' }, 'unusually many failed sign-ins');
  }
}
