import type * as contract from '@myaccount/contract/fresh-code';
import { defaultLanguage, type Language } from '@myaccount/contract/languages';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type { Trx } from '../../platform/database/connect.ts';
import { type Client, networksOf } from '../../platform/http/client.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { consumeAll } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { ServingPortal } from '../feature.ts';
import { renewSession } from '../sessions/sessions.service.ts';
import { checkCode } from './check-code.service.ts';
import { requestServiceCode } from './identity-code.service.ts';
import type { Confirmation } from './login.email.ts';
import { findLogin } from './login.repository.ts';
import { type ConfirmationSubject, freshSubject, generateToken, subjectHmacOf } from './login.rules.ts';
import {
  type CodePortal,
  consumeTries,
  type Proof,
  recordLogin,
  requireMail,
  useProof,
} from './login.service.ts';
import { mailBudget, sendBudgets } from './login-budgets.rules.ts';
import { endChallenges, storeChallenge } from './login-challenge.repository.ts';
import { mailSecret, mayGuess, newCode } from './login-secret.service.ts';
import { lockThrottle, updateThrottle } from './login-throttle.repository.ts';
import { countStrangerGuesses } from './validate-code.service.ts';

/** A code to send to a signed-in customer. */
export interface ConfirmationRequest {
  readonly subject: ConfirmationSubject;
  readonly recipient: string;
  readonly language: Language;
  readonly loginId: string;
  readonly client: Client;
  /** Whether the identity service mails and checks the code: the recipient is a sign-in address. */
  readonly isService?: boolean;
}

/** A code on its way. */
export interface SentConfirmation {
  readonly challenge: string;
  readonly challengeHash: Buffer;
  readonly expiresAt: Date;
  /** The mail to deliver at once; undefined if the identity service mails the code. */
  readonly messageId: string | undefined;
}

function confirmationOf(subject: ConfirmationSubject): Confirmation {
  return subject.startsWith('fresh:') ? 'fresh' : 'proof';
}

/** Counts a request for a code. Throws too-many-codes. Call it before the transaction of {@link sendConfirmation}. */
export async function limitConfirmations(
  portal: Portal,
  { subject, recipient, client }: ConfirmationRequest,
): Promise<void> {
  const { login: limits } = portal.config;
  const networks = networksOf(client.address);
  const subjectKey = subjectHmacOf(portal.secrets, subject).toString('hex');
  const recipientKey = subjectHmacOf(portal.secrets, `to:${comparableEmail(recipient)}`).toString('hex');
  const budgets = sendBudgets(limits, `${networks.client}:${subjectKey}`, networks);
  await consumeAll(portal, [...budgets, mailBudget(limits, recipientKey)], 'login.too-many-codes');
}

/**
 * Mails a code for a new challenge, which replaces the code of `replaced`. Throws too-many-tries if the guesses that are
 * left do not allow all its tries.
 */
export async function sendConfirmation(
  trx: Trx,
  portal: Portal,
  request: ConfirmationRequest,
  replaced: Buffer | null,
): Promise<SentConfirmation> {
  const { config, secrets, clock } = portal;
  const { subject, recipient, loginId } = request;
  const subjectHmac = subjectHmacOf(secrets, subject);
  const now = clock.now();
  const { failures } = await lockThrottle(trx, subjectHmac, now);
  const guesser = { subjectHmac, browserId: null, replacedHash: replaced };
  if (!(await mayGuess(trx, portal, guesser, failures)))
    throw new Refusal('login.too-many-tries', { retryAfterSeconds: config.limits.codeSeconds });
  if (replaced) await endChallenges(trx, subjectHmac, now, replaced);
  const challenge = generateToken();
  const challengeHash = hashToken(challenge);
  const secret = newCode(portal, { challengeHash, isService: request.isService ?? false }, null);
  const keyId = secrets.currentKeyId;
  await storeChallenge(trx, { ...secret, challengeHash, subjectHmac, loginId, keyId });
  if (request.isService) {
    // The service knows one code of an address, whatever it is for: this one replaces a code of signing in, too.
    const mailed = subjectHmacOf(secrets, comparableEmail(recipient));
    await lockThrottle(trx, mailed, now);
    await updateThrottle(trx, mailed, { service_challenge_hash: challengeHash });
  }
  const template = `login-${confirmationOf(subject)}` as const;
  const messageId = await mailSecret(trx, portal, secret, { ...request, template });
  return { challenge, challengeHash, expiresAt: secret.expiresAt, messageId };
}

/** A typed code, and what it should confirm. */
export interface TypedConfirmation {
  readonly subject: ConfirmationSubject;
  readonly otp: string;
  readonly challengeHash: Buffer;
  readonly client: Client;
}

/** Checks a typed code and counts the try. Throws a refusal for every wrong, expired, or used code. */
export async function checkConfirmation(
  portal: CodePortal,
  { loginId, emailAddress }: Caller,
  { subject, otp, challengeHash, client }: TypedConfirmation,
): Promise<Proof> {
  await consumeTries(portal, client);
  const address = comparableEmail(emailAddress);
  const code = { subject, code: otp, emailAddress: address, clientAddress: client.address };
  const { proof, isExpired, strangerGuesses } = await checkCode(portal, code, challengeHash);
  if (proof) return proof;
  await countStrangerGuesses(portal, strangerGuesses, client);
  const reason = isExpired ? 'expired-code' : 'invalid-code';
  const detail = { confirmation: confirmationOf(subject), reason };
  const at = portal.clock.now();
  await recordLogin(portal.db, { at, loginId, action: 'login.code-refused', detail, client });
  throw refusalOfCode(`login.${reason}`);
}

/** Uses a checked code up. Throws if it was used or has expired since: of several calls at once, one succeeds. */
export async function useConfirmation(trx: Trx, proof: Proof, now: Date): Promise<void> {
  if (!(await useProof(trx, proof, now))) throw refusalOfCode('login.invalid-code');
}

function refusalOfCode(code: 'login.invalid-code' | 'login.expired-code'): Refusal {
  return new Refusal(code, { errors: [{ field: 'otp', code: 'invalid' }] });
}

/**
 * SESSIONS-1: mails a code to the caller's sign-in address, or has the identity service mail it. Throws too-many-codes,
 * too-many-tries, mail-unavailable, and unavailable.
 */
export async function sendFreshCode(
  portal: ServingPortal,
  { caller, client, body: { challenge } }: SignedInCall<typeof contract.sendFreshCode>,
): Promise<SentConfirmation> {
  const { identity, db } = portal;
  await requireMail(portal);
  const { loginId, emailAddress } = caller;
  const login = await findLogin(db, emailAddress, portal.clock.now());
  const request: ConfirmationRequest = {
    subject: freshSubject(loginId),
    recipient: emailAddress,
    language: login?.language ?? defaultLanguage,
    loginId,
    client,
    isService: identity !== null,
  };
  await limitConfirmations(portal, request);
  const replaced = challenge === undefined ? null : hashToken(challenge);
  const sent = await db.transaction().execute((trx) => sendConfirmation(trx, portal, request, replaced));
  if (!identity) return sent;
  const mail = { emailAddress, language: request.language, clientAddress: client.address };
  if (!(await requestServiceCode(portal, identity, mail))) throw new Refusal('server.unavailable');
  return sent;
}

/** SESSIONS-1: takes the code. The caller's session counts as just signed in. */
export async function validateFreshCode(
  portal: CodePortal,
  { caller, client, body: { challenge, otp } }: SignedInCall<typeof contract.validateFreshCode>,
): Promise<void> {
  const { loginId, sessionId } = caller;
  const typed = { subject: freshSubject(loginId), otp, challengeHash: hashToken(challenge), client };
  const proof = await checkConfirmation(portal, caller, typed);
  await portal.db.transaction().execute(async (trx) => {
    const at = portal.clock.now();
    await useConfirmation(trx, proof, at);
    await renewSession(trx, sessionId, at);
    await recordLogin(trx, { at, loginId, action: 'login.confirmed', client });
  });
}
