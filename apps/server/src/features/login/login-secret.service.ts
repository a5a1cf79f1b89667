import { randomBytes } from 'node:crypto';
import type { LoginMethod } from '@myaccount/contract/login';
import type { Trx } from '../../platform/database/connect.ts';
import type { Portal } from '../../platform/portal.ts';
import { codeHmacOf, generateCode, generateToken, linkHmacOf } from './login.rules.ts';
import type { RecognizedBrowser } from './login-browser.repository.ts';
import { allowsCode } from './login-budgets.rules.ts';
import { countReservedGuesses } from './login-challenge.repository.ts';
import { lockThrottle, storeSharedLink, type Throttle } from './login-throttle.repository.ts';

const secretBytes = 32;

/** The code or link of a challenge. Without a text it was mailed before, or the identity service mails it. */
export interface LoginSecret {
  readonly method: LoginMethod;
  readonly text: string | undefined;
  readonly secretHmac: Buffer;
  /** The recognized browser whose guesses a code counts as. */
  readonly browserId: string | null;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** For whom a code or link is drawn. */
export interface SecretOwner {
  readonly addressHmac: Buffer;
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
  const { addressHmac, browser } = owner;
  const throttle = await lockThrottle(trx, addressHmac, portal.clock.now());
  if (browser && (await mayGuess(trx, portal, owner, browser))) return codeOf(portal, owner, browser.id);
  if (owner.isOverCap) return await sharedLink(trx, portal, addressHmac, throttle);
  const guesser = { id: null, failures: throttle.failures };
  if (!owner.isLinkRequired && (await mayGuess(trx, portal, owner, guesser)))
    return codeOf(portal, owner, null);
  return newLink(portal);
}

/** Returns whether one more code fits into the guesses of a browser, or of all unrecognized browsers. */
async function mayGuess(
  trx: Trx,
  { config, clock }: Portal,
  { addressHmac, challengeHash: replacedHash }: SecretOwner,
  { id: browserId, failures }: { id: string | null; failures: number },
): Promise<boolean> {
  const { triesPerCode } = config.login;
  const owner = { addressHmac, browserId, replacedHash };
  const reserved = await countReservedGuesses(trx, owner, { now: clock.now(), triesPerCode });
  return allowsCode(config.login, { failures, reserved });
}

function codeOf(portal: Portal, owner: SecretOwner, browserId: string | null): LoginSecret {
  return owner.isService ? serviceCode(portal, browserId) : newCode(portal, owner, browserId);
}

/** Returns what stands for a code that the identity service draws. No text has its HMAC. */
export function serviceCode({ config, clock }: Portal, browserId: string | null): LoginSecret {
  const secretHmac = randomBytes(secretBytes);
  const times = life(clock.now(), config.limits.codeSeconds);
  return { method: 'code', text: undefined, secretHmac, browserId, ...times };
}

/** Returns a new code of a challenge. */
export function newCode(
  { config, clock, secrets }: Portal,
  owner: Pick<SecretOwner, 'challengeHash'>,
  browserId: string | null,
): LoginSecret {
  const text = generateCode(config.limits.codeDigits);
  const secretHmac = codeHmacOf(secrets, owner.challengeHash, text);
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
  addressHmac: Buffer,
  { sharedLinkHmac: secretHmac, sharedLinkSentAt: sentAt }: Throttle,
): Promise<LoginSecret> {
  const now = portal.clock.now();
  const { expiresAt } = sentAt ? life(sentAt, portal.config.login.linkSeconds) : { expiresAt: now };
  if (sentAt && secretHmac && expiresAt > now) {
    return { method: 'link', text: undefined, secretHmac, browserId: null, sentAt, expiresAt };
  }
  const link = newLink(portal);
  await storeSharedLink(trx, addressHmac, link);
  return link;
}
