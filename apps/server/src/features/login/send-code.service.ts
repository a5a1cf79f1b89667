import type { LoginMethod } from '@myaccount/contract/login';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import type { Identity } from '../../gateways/identity/identity.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { type ClientNetworks, networksOf } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import {
  consumeAll,
  countExceeded,
  countUses,
  isUsedUp,
  readUses,
  tryConsume,
} from '../../platform/rate-limit.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { ServingPortal } from '../feature.ts';
import { hasSignedInFrom } from '../sessions/sessions.service.ts';
import { requestServiceCode, requestServiceCodeLater } from './identity-code.service.ts';
import { findLogin, type Login } from './login.repository.ts';
import { generateToken, subjectHmacOf } from './login.rules.ts';
import { type LoginClient, recordLogin, requireMail } from './login.service.ts';
import { findBrowser } from './login-browser.repository.ts';
import { codeTotal, failureBudgets, mailBudget, pauseBudget, sendBudgets } from './login-budgets.rules.ts';
import { findNewestCode, lockUnusedChallenge, storeChallenge } from './login-challenge.repository.ts';
import { drawSecret, type LoginSecret, mailSecret, type SecretOwner } from './login-secret.service.ts';
import { updateThrottle } from './login-throttle.repository.ts';

/** What a request for a code leads to. */
export interface SentChallenge {
  /** Undefined for a code that was sent a moment ago: its challenge is known to its browser alone. */
  readonly challenge: string | undefined;
  readonly method: LoginMethod;
  readonly expiresAt: Date;
  /** The mail to deliver at once; undefined if there is none, or if it must wait for the outbox's next round. */
  readonly messageId: string | undefined;
}

/** A request for a code or link, with what is known about it. */
type MailRequest = Awaited<ReturnType<typeof readRequest>>;

/**
 * Mails a code or a link for a new challenge, or for the given one, whose earlier code stops working. During the pause
 * after a code, returns that code's end and mails nothing. Throws unknown-email for an address without an account. If the
 * operator hides unknown addresses, they get a challenge too, by the same statements, so that neither the reply nor its
 * time tells them apart. Throws mail-unavailable for every address while the mail server is away.
 */
export async function sendCode(
  portal: ServingPortal,
  input: { emailAddress: string; challenge: string | undefined },
  client: LoginClient,
): Promise<SentChallenge> {
  const { identity } = portal;
  const { login: limits } = portal.config;
  await requireMail(portal);
  const request = await readRequest(portal, input, client);
  const { login, networks, pair } = request;
  const budgets = sendBudgets(limits, pair, request.browser ? null : networks);
  const refusal = await consumeAll(portal, budgets, 'login.too-many-codes').catch((error: unknown) => error);
  if (refusal) return await findSentCode(portal, request, refusal);
  await countUses(portal, [codeTotal(limits)]);
  const isLinkRequired = await isAbnormal(portal, networks);
  if (!login && limits.revealUnknownEmail) throw await refuseUnknown(portal, null, client);
  const isOverCap = !request.browser && (await isMailCapReached(portal, request));
  const mode = { isLinkRequired, isOverCap, isService: identity !== null };
  const sent = await portal.db.transaction().execute((trx) => sendSecret(trx, portal, request, mode));
  if (identity && login && sent.method === 'code') await mailAtService(portal, identity, login, client);
  return sent;
}

/** Returns the code that the same sender requested a moment ago; throws the refusal if that is not why it was refused. */
async function findSentCode(portal: Portal, request: MailRequest, refusal: unknown): Promise<SentChallenge> {
  const { login: limits } = portal.config;
  if (!(await isUsedUp(portal, [pauseBudget(limits, request.pair)]))) throw refusal;
  const code = await findNewestCode(portal.db, request.subjectHmac, portal.clock.now());
  if (code) return { challenge: undefined, method: 'code', expiresAt: code.expiresAt, messageId: undefined };
  throw !request.login && limits.revealUnknownEmail ? unknownEmail() : refusal;
}

/** Has the identity service mail the code. The caller waits for it only where unknown addresses are reported anyway. */
async function mailAtService(
  portal: Portal,
  identity: Identity,
  login: Login,
  client: LoginClient,
): Promise<void> {
  const { emailAddress, language } = login;
  const request = { emailAddress, language, clientAddress: client.address };
  if (!portal.config.login.revealUnknownEmail) return requestServiceCodeLater(portal, identity, request);
  if (await requestServiceCode(portal, identity, request)) return;
  throw await refuseUnknown(portal, login.id, client);
}

/** Records a request for an address that no code goes to, and returns its refusal. */
async function refuseUnknown(portal: Portal, loginId: string | null, client: LoginClient): Promise<Refusal> {
  const entry = { at: portal.clock.now(), loginId, client };
  await recordLogin(portal.db, { ...entry, action: 'login.failed', detail: { reason: 'unknown-email' } });
  return unknownEmail();
}

function unknownEmail(): Refusal {
  return new Refusal('login.unknown-email', { errors: [{ field: 'email', code: 'unknown' }] });
}

async function readRequest(
  portal: Portal,
  { emailAddress, challenge }: { emailAddress: string; challenge: string | undefined },
  client: LoginClient,
) {
  const now = portal.clock.now();
  const [login, browser] = await Promise.all([
    findLogin(portal.db, emailAddress, now),
    findBrowser(portal.db, client.browserMark, emailAddress, now),
  ]);
  const networks = networksOf(client.address);
  const subjectHmac = subjectHmacOf(portal.secrets, comparableEmail(emailAddress));
  /** The address's hash as text, in the keys of budgets. */
  const subjectKey = subjectHmac.toString('hex');
  const pair = `${browser?.id ?? networks.client}:${subjectKey}`;
  return { subjectHmac, subjectKey, pair, networks, login, browser, challenge, client };
}

/**
 * Returns whether so many guesses failed, or so many codes were requested, that somebody may be guessing. Raises an alarm about
 * codes.
 */
async function isAbnormal(portal: Portal, networks: ClientNetworks): Promise<boolean> {
  const { login: limits } = portal.config;
  const [codes, ...failures] = await readUses(portal, [
    codeTotal(limits),
    ...failureBudgets(limits, networks),
  ]);
  const areCodesAbnormal = countExceeded(codes ? [codes] : []).length > 0;
  if (areCodesAbnormal) portal.log.error({ alarm: 'login.codes' }, 'unusually many sign-in codes requested');
  return areCodesAbnormal || failures.some(({ budget, uses }) => uses >= budget.points);
}

/**
 * Uses the address's mails of the day. Where its owner signed in before, there are more of them. Returns true if none is
 * left.
 */
async function isMailCapReached(portal: Portal, request: MailRequest): Promise<boolean> {
  const { login: limits } = portal.config;
  if (await tryConsume(portal, [mailBudget(limits, request.subjectKey)])) return false;
  const isOwnNetwork = await hasSignedInFrom(portal.db, request.login?.id ?? null, request.client.address);
  return !(isOwnNetwork && (await tryConsume(portal, [mailBudget(limits, request.pair)])));
}

async function sendSecret(
  trx: Trx,
  portal: Portal,
  request: MailRequest,
  mode: Pick<SecretOwner, 'isLinkRequired' | 'isOverCap' | 'isService'>,
): Promise<SentChallenge> {
  const { subjectHmac, browser, login } = request;
  const challenge = (await keptChallenge(trx, request)) ?? generateToken();
  const challengeHash = hashToken(challenge);
  const secret = await drawSecret(trx, portal, { subjectHmac, challengeHash, browser, ...mode });
  const owner = { challengeHash, subjectHmac, loginId: login?.id ?? null };
  await storeChallenge(trx, { ...secret, ...owner, keyId: portal.secrets.currentKeyId });
  if (mode.isService && secret.method === 'code')
    await updateThrottle(trx, subjectHmac, { service_challenge_hash: challengeHash });
  const mailId = await announce(trx, portal, request, secret);
  // Work on a mail would slow this call and the next ones down, and so tell that there is a mail.
  const messageId = portal.config.login.revealUnknownEmail ? mailId : undefined;
  return { challenge, method: secret.method, expiresAt: secret.expiresAt, messageId };
}

/** Mails the secret to an address with an account, and records a failed sign-in for any other: one statement for each. */
async function announce(
  trx: Trx,
  portal: Portal,
  { login, client }: MailRequest,
  secret: LoginSecret,
): Promise<string | undefined> {
  const { method, sentAt: at } = secret;
  const entry = { at, loginId: login?.id ?? null, client };
  const isMailed = secret.text !== undefined;
  // Why a browser got a link instead of a code: an operator may be asked.
  if (method === 'link')
    await recordLogin(trx, { ...entry, action: 'login.link-sent', detail: { isMailed } });
  if (!login) {
    await recordLogin(trx, { ...entry, action: 'login.failed', detail: { reason: 'unknown-email' } });
    return undefined;
  }
  // No mail of ours tells of a code of the identity service. One statement, as the mail of a code and the entry above.
  if (method === 'code' && !isMailed) await recordLogin(trx, { ...entry, action: 'login.code-requested' });
  const { emailAddress: recipient, language } = login;
  return await mailSecret(trx, portal, secret, { template: `login-${method}`, recipient, language, client });
}

/** Returns the request's challenge if it belongs to the address and was not used. */
async function keptChallenge(trx: Trx, { challenge, subjectHmac }: MailRequest): Promise<string | undefined> {
  if (challenge === undefined) return undefined;
  return (await lockUnusedChallenge(trx, hashToken(challenge), subjectHmac)) ? challenge : undefined;
}
