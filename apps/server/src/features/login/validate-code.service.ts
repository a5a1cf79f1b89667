import { timingSafeEqual } from 'node:crypto';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import { type Client, networksOf } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { countExceeded, countUses, readUses } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { ServingPortal } from '../feature.ts';
import { checkCode, checkNewestCodes } from './check-code.service.ts';
import { linkHmacOf } from './login.rules.ts';
import {
  consumeTries,
  type LoginClient,
  type LoginResult,
  proofOf,
  refuseTry,
  signIn,
} from './login.service.ts';
import { findBrowser } from './login-browser.repository.ts';
import { failureBudgets, failureTotal } from './login-budgets.rules.ts';
import { findChallenge } from './login-challenge.repository.ts';

/** Exchanges a valid code for a session, once. Throws a refusal for every wrong, expired, or used code. */
export async function validateCode(
  portal: ServingPortal,
  input: { emailAddress: string; code: string; challenge: string | undefined },
  client: LoginClient,
): Promise<LoginResult> {
  const address = comparableEmail(input.emailAddress);
  // Neighbors cannot use up the tries that the owner of a recognized browser needs.
  const browser = await findBrowser(portal.db, client.browserMark, input.emailAddress, portal.clock.now());
  if (!browser) await consumeTries(portal, client);
  const typed = { subject: address, code: input.code, emailAddress: address, clientAddress: client.address };
  const finding =
    input.challenge === undefined
      ? await checkNewestCodes(portal, typed)
      : await checkCode(portal, typed, hashToken(input.challenge));
  const result = finding.proof && (await signIn(portal, finding.proof, client));
  if (result) return result;
  await countStrangerGuesses(portal, finding.strangerGuesses, client);
  const code = finding.isExpired ? 'login.expired-code' : 'login.invalid-code';
  throw await refuseTry(portal, code, finding.loginId, client);
}

/** Exchanges the token of a mailed link for a session, once, together with a challenge that requested it. */
export async function validateLink(
  portal: ServingPortal,
  input: { token: string; challenge: string },
  client: LoginClient,
): Promise<LoginResult> {
  await consumeTries(portal, client);
  const challenge = await findChallenge(portal.db, hashToken(input.challenge));
  const isRight =
    challenge?.method === 'link' &&
    timingSafeEqual(challenge.secretHmac, linkHmacOf(portal.secrets, input.token, challenge.keyId));
  const proof = isRight ? proofOf(challenge, 0, true) : undefined;
  const result = proof && (await signIn(portal, proof, client));
  if (result) return result;
  throw await refuseTry(portal, 'login.invalid-link', challenge?.loginId ?? null, client);
}

/** Counts failed guesses by networks and in total. Raises an alarm when the total is abnormal. */
export async function countStrangerGuesses(portal: Portal, guesses: number, client: Client): Promise<void> {
  if (guesses === 0) return;
  const { login } = portal.config;
  const budgets = failureBudgets(login, networksOf(client.address));
  await countUses(portal, budgets, guesses);
  if (countExceeded(await readUses(portal, budgets)).includes(failureTotal(login).key))
    portal.log.error({ alarm: 'login.failures' }, 'unusually many failed sign-ins');
}
