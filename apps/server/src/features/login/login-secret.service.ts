import { randomBytes } from 'node:crypto';
import type { Language } from '@myaccount/contract/languages';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { queueMails } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import type { loginMails } from './login.email.ts';
import { codeHmacOf, generateCode, generateToken, linkHmacOf } from './login.rules.ts';
import type { RecognizedBrowser } from './login-browser.repository.ts';
import { allowsCode } from './login-budgets.rules.ts';
import { countReservedGuesses, type Guesser, type NewChallenge } from './login-challenge.repository.ts';
import { lockThrottle, type Throttle, updateThrottle } from './login-throttle.repository.ts';

const secretBytes = 32;

/** The code or link of a challenge. Without a text it was mailed before, or the identity service mails it. */
export type LoginSecret = Omit<NewChallenge, 'challengeHash' | 'subjectHmac' | 'loginId' | 'keyId'> & {
  readonly text: string | undefined;
};

/** For whom a code or link is drawn. */
export interface SecretOwner {
  readonly subjectHmac: Buffer;
  readonly challengeHash: Buffer;
  readonly browser: RecognizedBrowser | undefined;
  /** Whether the networks or everybody together failed too often for codes. */
  readonly isLinkRequired: boolean;
  /** Whether the address received its mails of the day. */
  readonly isOverCap: boolean;
  /** Whether the identity service draws codes. */
  readonly isService: boolean;
}

/**
 * Draws a code if the guesses that are left allow all its tries, otherwise a link. Locks the address: two calls at the
 * same moment cannot use the same guesses.
 */
export async function drawSecret(trx: Trx, portal: Portal, owner: SecretOwner): Promise<LoginSecret> {
  const { subjectHmac, challengeHash: replacedHash, browser } = owner;
  const throttle = await lockThrottle(trx, subjectHmac, portal.clock.now());
  const mayUse = (browserId: string | null, failures: number) =>
    mayGuess(trx, portal, { subjectHmac, browserId, replacedHash }, failures);
  if (browser && (await mayUse(browser.id, browser.failures))) return newCode(portal, owner, browser.id);
  if (owner.isOverCap) return await sharedLink(trx, portal, subjectHmac, throttle);
  if (!owner.isLinkRequired && (await mayUse(null, throttle.failures))) return newCode(portal, owner, null);
  return newLink(portal);
}

/** Returns whether one more code fits into the guesses of a browser, or of all unrecognized browsers. */
export async function mayGuess(
  trx: Trx,
  { config, clock }: Portal,
  guesser: Guesser,
  failures: number,
): Promise<boolean> {
  const { triesPerCode } = config.login;
  const reserved = await countReservedGuesses(trx, guesser, { now: clock.now(), triesPerCode });
  return allowsCode(config.login, failures, reserved);
}

/**
 * Returns a new code of a challenge. For a code that the identity service draws it returns a placeholder: no text has
 * its HMAC.
 */
export function newCode(
  { config, clock, secrets }: Portal,
  { challengeHash, isService }: Pick<SecretOwner, 'challengeHash' | 'isService'>,
  browserId: string | null,
): LoginSecret {
  const text = isService ? undefined : generateCode(config.limits.codeDigits);
  const secretHmac = text === undefined ? randomBytes(secretBytes) : codeHmacOf(secrets, challengeHash, text);
  return { method: 'code', text, secretHmac, browserId, ...life(clock.now(), config.limits.codeSeconds) };
}

function newLink({ config, clock, secrets }: Portal): LoginSecret {
  const text = generateToken();
  const secretHmac = linkHmacOf(secrets, text);
  return {
    method: 'link',
    text,
    secretHmac,
    browserId: null,
    ...life(clock.now(), config.login.linkSeconds),
  };
}

function life(sentAt: Date, seconds: number) {
  return { sentAt, expiresAt: new Date(sentAt.getTime() + seconds * 1_000) };
}

/**
 * Returns the link that all challenges of the address share while it works, or a new one. So strangers who used up the
 * day's mails cannot keep the owner out: the link that they caused works in the owner's browser, and not in theirs.
 */
async function sharedLink(
  trx: Trx,
  portal: Portal,
  subjectHmac: Buffer,
  { sharedLinkHmac: secretHmac, sharedLinkSentAt: sentAt }: Throttle,
): Promise<LoginSecret> {
  const now = portal.clock.now();
  const { expiresAt } = sentAt ? life(sentAt, portal.config.login.linkSeconds) : { expiresAt: now };
  if (sentAt && secretHmac && expiresAt > now)
    return { method: 'link', text: undefined, secretHmac, browserId: null, sentAt, expiresAt };
  const link = newLink(portal);
  const { secretHmac: shared_link_hmac, sentAt: shared_link_sent_at } = link;
  await updateThrottle(trx, subjectHmac, { shared_link_hmac, shared_link_sent_at });
  return link;
}

/** A mail with a secret, and who gets it. */
interface SecretMail {
  readonly template: keyof typeof loginMails;
  readonly recipient: string;
  readonly language: Language;
  readonly client: Client;
}

/** Mails a secret. Returns the message, or undefined for one without a text. */
export async function mailSecret(
  trx: Trx,
  portal: Portal,
  { text, secretHmac, sentAt, expiresAt }: LoginSecret,
  { template, recipient, language, client }: SecretMail,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const minutes = (expiresAt.getTime() - sentAt.getTime()) / 60_000;
  const mail = {
    eventKey: `${template}:${secretHmac.toString('hex')}`,
    accountId: null,
    recipient,
    template,
    language,
    payload: { secret: text, sentAt: sentAt.toISOString(), minutes },
    isSecret: true,
    uselessAfter: expiresAt,
    correlationId: client.correlationId,
  };
  const [id] = await queueMails(trx, portal, [mail]);
  return id;
}
