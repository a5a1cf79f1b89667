import { timingSafeEqual } from 'node:crypto';
import { networksOf } from '../../platform/http/client.ts';
import type { Portal } from '../../platform/portal.ts';
import { consumeAll, countUses } from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import { checkCode, checkNewestCodes } from './check-code.service.ts';
import { linkHmacOf, normalizedEmail } from './login.rules.ts';
import { type LoginClient, type LoginContext, type LoginResult, refuseTry, signIn } from './login.service.ts';
import { findBrowser } from './login-browser.repository.ts';
import { failureBudgets, failureTotal, tryBudgets } from './login-budgets.rules.ts';
import { findChallenge } from './login-challenge.repository.ts';

/** Exchanges a valid code for a session, once. Throws a refusal for every wrong, expired, or used code. */
export async function validateCode(
  context: LoginContext,
  input: { emailAddress: string; code: string; challenge: string | undefined },
  client: LoginClient,
): Promise<LoginResult> {
  const { portal } = context;
  const address = normalizedEmail(input.emailAddress);
  await limitTries(portal, address, client);
  const typed = { address, code: input.code, emailAddress: address, clientAddress: client.address };
  const finding =
    input.challenge === undefined
      ? await checkNewestCodes(context, typed)
      : await checkCode(context, typed, hashToken(input.challenge));
  const result = finding.proof && (await signIn(context, finding.proof, client));
  if (result) return result;
  await countStrangerGuesses(portal, finding.strangerGuesses, client);
  const code = finding.isExpired ? 'login.expired-code' : 'login.invalid-code';
  throw await refuseTry(portal, code, finding.loginId, client);
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
  throw await refuseTry(portal, 'login.invalid-link', loginId, client);
}

/** Uses a network's tries, unless the browser is recognized: neighbors cannot use up what its owner needs. */
async function limitTries(portal: Portal, address: string, client: LoginClient): Promise<void> {
  if (await findBrowser(portal.db, client.browserMark, address, portal.clock.now())) return;
  const budgets = tryBudgets(portal.config.login, networksOf(client.address));
  await consumeAll(portal, budgets, 'login.too-many-tries');
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
