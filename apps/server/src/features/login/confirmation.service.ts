import type { Language } from '@myaccount/contract/languages';
import type { Identity } from '../../gateways/identity/identity.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { type Client, networksOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import { queueMail } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { consumeAll } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { checkCode } from './check-code.service.ts';
import { checkServiceCode } from './identity-code.service.ts';
import type { Confirmation } from './login.email.ts';
import { addressHmacOf, generateToken, normalizedEmail } from './login.rules.ts';
import type { Proof } from './login.service.ts';
import { allowsCode, mailBudget, sendBudgets, tryBudgets } from './login-budgets.rules.ts';
import {
  countReservedGuesses,
  endChallenge,
  storeChallenge,
  useChallenge,
} from './login-challenge.repository.ts';
import { newCode, serviceCode } from './login-secret.service.ts';
import { forgiveFailures, lockThrottle, storeServiceChallenge } from './login-throttle.repository.ts';
import { countStrangerGuesses } from './validate-code.service.ts';

/**
 * What a code confirms. Stands where a sign-in has its address, so that challenges, guesses and budgets are the same and
 * apart. No e-mail address has a colon: a code of one subject serves no other, and no sign-in.
 */
export type ConfirmationSubject = `${Confirmation}:${string}`;

/** A code to send to a signed-in customer. */
export interface ConfirmationRequest {
  readonly confirmation: Confirmation;
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

/** Returns the subject of a fresh code of a login. */
export function freshSubject(loginId: string): ConfirmationSubject {
  return `fresh:${loginId}`;
}

/** Counts a request for a code. Throws too-many-codes. Call it before the transaction of {@link sendConfirmation}. */
export async function limitConfirmations(
  portal: Portal,
  { subject, recipient, client }: ConfirmationRequest,
): Promise<void> {
  const { login: limits } = portal.config;
  const networks = networksOf(client.address);
  const addressKey = addressHmacOf(portal.secrets, subject).toString('hex');
  const recipientKey = addressHmacOf(portal.secrets, `to:${normalizedEmail(recipient)}`).toString('hex');
  const budgets = sendBudgets(limits, { sender: { network: networks.client }, networks, addressKey });
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
  const { confirmation, subject, loginId } = request;
  const addressHmac = addressHmacOf(secrets, subject);
  const now = clock.now();
  const { failures } = await lockThrottle(trx, addressHmac, now);
  const { triesPerCode } = config.login;
  const owner = { addressHmac, browserId: null, replacedHash: replaced };
  const reserved = await countReservedGuesses(trx, owner, { now, triesPerCode });
  if (!allowsCode(config.login, { failures, reserved })) {
    throw new Refusal('login.too-many-tries', { retryAfterSeconds: config.limits.codeSeconds });
  }
  if (replaced) await endChallenge(trx, { challengeHash: replaced, addressHmac, now });
  const challenge = generateToken();
  const challengeHash = hashToken(challenge);
  const drawn = request.isService ? serviceCode(portal, null) : newCode(portal, { challengeHash }, null);
  const { text, ...stored } = drawn;
  await storeChallenge(trx, { ...stored, challengeHash, addressHmac, loginId, keyId: secrets.currentKeyId });
  const sent = { challenge, challengeHash, expiresAt: stored.expiresAt };
  if (text === undefined) {
    await expectServiceCode(trx, portal, request.recipient, challengeHash);
    return { ...sent, messageId: undefined };
  }
  const messageId = await queueMail(trx, portal, {
    eventKey: `login-${confirmation}:${stored.secretHmac.toString('hex')}`,
    accountId: null,
    recipient: request.recipient,
    template: `login-${confirmation}`,
    language: request.language,
    payload: { secret: text, sentAt: now.toISOString(), minutes: config.limits.codeSeconds / 60 },
    isSecret: true,
    uselessAfter: stored.expiresAt,
    correlationId: request.client.correlationId,
  });
  return { ...sent, messageId };
}

/** The service knows one code of an address, whatever it is for: this one replaces a code of signing in, too. */
async function expectServiceCode(
  trx: Trx,
  { secrets, clock }: Portal,
  recipient: string,
  challengeHash: Buffer,
): Promise<void> {
  const addressHmac = addressHmacOf(secrets, normalizedEmail(recipient));
  await lockThrottle(trx, addressHmac, clock.now());
  await storeServiceChallenge(trx, addressHmac, challengeHash);
}

/** A typed code, and what it should confirm. */
export interface TypedConfirmation {
  readonly subject: ConfirmationSubject;
  readonly otp: string;
  readonly challengeHash: Buffer;
  readonly loginId: string;
  readonly client: Client;
  /** The identity service that mailed the code, and the address that it knows it by; without one, the portal mailed it. */
  readonly service?: { readonly identity: Identity; readonly emailAddress: string };
}

/** Checks a typed code and counts the try. Throws a refusal for every wrong, expired, or used code. */
export async function checkConfirmation(portal: Portal, typed: TypedConfirmation): Promise<Proof> {
  const { subject, otp, challengeHash, loginId, client, service } = typed;
  await consumeAll(
    portal,
    tryBudgets(portal.config.login, networksOf(client.address)),
    'login.too-many-tries',
  );
  const code = { address: subject, code: otp };
  const { proof, isExpired, strangerGuesses } = service
    ? await checkServiceCode(
        { portal, identity: service.identity },
        { ...code, emailAddress: service.emailAddress, clientAddress: client.address },
        challengeHash,
      )
    : await checkCode(portal, code, challengeHash);
  if (proof) return proof;
  await countStrangerGuesses(portal, strangerGuesses, { ...client, browserMark: null });
  const reason = isExpired ? 'expired-code' : 'invalid-code';
  const detail = { confirmation: subject.slice(0, subject.indexOf(':')), reason };
  const entry = { at: portal.clock.now(), loginId, actor: `login:${loginId}`, detail, client };
  await recordAudit(portal.db, { ...entry, action: 'login.code-refused' });
  throw refusedCode(`login.${reason}`);
}

/** Uses a checked code up. Throws if it was used or has expired since: of several calls at once, one succeeds. */
export async function useConfirmation(
  trx: Trx,
  { challenge, guesses, hasFailures }: Proof,
  now: Date,
): Promise<void> {
  if (!(await useChallenge(trx, challenge, now))) throw refusedCode('login.invalid-code');
  if (hasFailures) await forgiveFailures(trx, challenge.addressHmac, { own: guesses, now });
}

function refusedCode(code: 'login.invalid-code' | 'login.expired-code'): Refusal {
  return new Refusal(code, { errors: [{ field: 'otp', code: 'invalid' }] });
}
