import { basePath } from '@myaccount/contract/endpoint';
import { defaultLanguage } from '@myaccount/contract/languages';
import type { LoginChange } from '@myaccount/contract/login-change';
import { comparableEmail } from '@myaccount/contract/mailable-email';
import { isFilled } from '@myaccount/contract/text';
import { recordAudit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { notFound } from '../../platform/http/problems.ts';
import { queueMails } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findLoginId } from '../sessions/sessions.repository.ts';
import { generateToken, subjectHmacOf } from './login.rules.ts';
import { endChallenges } from './login-challenge.repository.ts';
import {
  endLoginChange,
  findChangeableLogin,
  findLoginChange,
  insertLoginChange,
  type LoginChangeRow,
  listChangeRecipients,
  listLoginChanges,
} from './login-change.repository.ts';
import {
  changeStateOf,
  changeWaits,
  noReason,
  pinCheckMinutes,
  whyNotChanged,
} from './login-change.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What an operator asks for. */
export interface LoginChangeRequest {
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly reason: string;
  /** Whether to only say what would happen. */
  readonly isDryRun: boolean;
}

/** A change that waits, with the addresses that are told of it; or why there is none, in one sentence. */
type RequestedChange = { readonly refusal: string } | (LoginChangeRow & { readonly told: readonly string[] });

/**
 * LOST-1: has a sign-in address changed once the change has waited, with audit, and tells everybody of it, each with the link
 * that stops it. Until then nothing changes.
 */
export async function requestLoginChange(
  portal: Pick<Portal, 'db' | 'clock' | 'config' | 'secrets'>,
  { from, to, by, reason, isDryRun }: LoginChangeRequest,
): Promise<RequestedChange> {
  const { config, db } = portal;
  const now = portal.clock.now();
  const checkedSince = new Date(now.getTime() - pinCheckMinutes * 60_000);
  return await db.transaction().execute(async (trx) => {
    const login = await findChangeableLogin(trx, { from, to, checkedSince, now });
    const refusal = whyNotChanged(login, { from, to, reason, smtpUtf8: config.mail.smtpUtf8 });
    if (!login || refusal !== undefined) return { refusal: refusal ?? '' };
    const opensAt = new Date(now.getTime() + config.login.changeHours * hourMs);
    const change = {
      loginId: login.id,
      from: login.emailAddress,
      to: comparableEmail(to),
      requestedAt: now,
      opensAt,
      expiresAt: new Date(opensAt.getTime() + config.limits.emailProofDays * dayMs),
      stoppedAt: null,
      completedAt: null,
    };
    const recipients = await listChangeRecipients(trx, login.id);
    const told = [...new Set([...recipients.map(({ emailAddress }) => emailAddress), change.to])];
    if (isDryRun) return { ...change, told };
    const token = generateToken();
    if (!(await insertLoginChange(trx, change, hashToken(token)))) return { refusal: changeWaits };
    const detail = { from: change.from, to: change.to, reason };
    const entry = { at: now, loginId: login.id, actor: `operator:${by}`, detail };
    await recordAudit(trx, { ...entry, action: 'login.change-requested' });
    await queueChangeMails(trx, portal, change, {
      name: 'requested',
      url: `${config.publicUrl}${basePath}/login/change/${token}`,
    });
    return { ...change, told };
  });
}

/** LOST-2: the change of a link, and what became of it. Throws not found for a wrong token. */
export async function showLoginChange({ db, clock }: Portal, token: string): Promise<LoginChange> {
  const change = await findLoginChange(db, hashToken(token));
  if (!change) throw notFound();
  return { state: changeStateOf(change, clock.now()), opensAt: change.opensAt.toISOString() };
}

/** LOST-2: stops the change of a link, if it waits, and returns what then holds. Throws not found for a wrong token. */
export async function stopByLink(portal: Portal, token: string, client: Client): Promise<LoginChange> {
  const change = await findLoginChange(portal.db, hashToken(token));
  if (!change) throw notFound();
  await stopLoginChange(portal, change.loginId, { actor: 'change-link', client });
  return await showLoginChange(portal, token);
}

/** LOST-2: stops the waiting change of a login for an operator. Returns why it cannot, in one sentence; undefined if it did. */
export async function stopByOperator(
  portal: Pick<Portal, 'db' | 'clock' | 'secrets'>,
  { from, by, reason }: Pick<LoginChangeRequest, 'from' | 'by' | 'reason'>,
): Promise<string | undefined> {
  const loginId = await findLoginId(portal.db, from);
  if (loginId === undefined) return `There is no login ${from}`;
  if (!isFilled(reason)) return noReason;
  const isStopped = await stopLoginChange(portal, loginId, { actor: `operator:${by}`, reason });
  return isStopped ? undefined : `No change of ${from} waits`;
}

/** Who stops a change, and why. */
interface ChangeStop {
  readonly actor: string;
  readonly client?: Client;
  readonly reason?: string;
}

/** Stops the waiting change of a login, with audit, and tells everybody. Returns whether one waited. */
async function stopLoginChange(
  portal: Pick<Portal, 'db' | 'clock' | 'secrets'>,
  loginId: string,
  { reason, ...by }: ChangeStop,
): Promise<boolean> {
  const at = portal.clock.now();
  return await portal.db.transaction().execute(async (trx) => {
    const [found] = await listLoginChanges(trx, { loginId });
    // In the order of a sign-in, which uses a code first and then completes.
    if (found && !found.isOwn) await endChallenges(trx, subjectHmacOf(portal.secrets, found.to), at);
    const change = await endLoginChange(trx, loginId, 'stopped_at', at);
    if (!change) return false;
    const detail = { from: change.from, to: change.to, ...(reason !== undefined && { reason }) };
    await recordAudit(trx, { at, loginId, ...by, action: 'login.change-stopped', detail });
    await queueChangeMails(trx, portal, change, { name: 'stopped', client: by.client });
    return true;
  });
}

/** What a mail says of a change. */
interface ChangeMail {
  readonly name: 'requested' | 'stopped' | 'completed';
  /** Of the page that stops it. */
  readonly url?: string;
  readonly client?: Client | undefined;
}

/**
 * Queues the mail about a change to everybody of {@link listChangeRecipients}, and to the new address. Call it before anything of
 * them changes. It names no address.
 */
export async function queueChangeMails(
  trx: Trx,
  portal: Pick<Portal, 'clock' | 'secrets'>,
  change: LoginChangeRow,
  { name, url, client }: ChangeMail,
): Promise<void> {
  const known = await listChangeRecipients(trx, change.loginId);
  const isSame = (one: string, other: string) => comparableEmail(one) === comparableEmail(other);
  const language = known.find(({ emailAddress }) => isSame(emailAddress, change.from))?.language;
  const invited = { emailAddress: change.to, language: language ?? defaultLanguage, isNew: true };
  const others = known.filter(({ emailAddress }) => !isSame(emailAddress, change.to));
  const mails = [invited, ...others.map((recipient) => ({ ...recipient, isNew: false }))];
  await queueMails(
    trx,
    portal,
    mails.map(({ emailAddress: recipient, language, isNew }, position) => ({
      eventKey: `login-change-${name}:${change.loginId}:${change.requestedAt.toISOString()}:${position}`,
      accountId: null,
      recipient,
      template: `login-change-${name === 'requested' && isNew ? 'invited' : name}`,
      language,
      payload: { url, at: portal.clock.now(), opensAt: change.opensAt, expiresAt: change.expiresAt },
      isSecret: url !== undefined,
      ...(url !== undefined && { uselessAfter: change.expiresAt }),
      correlationId: client?.correlationId ?? null,
    })),
  );
}
