import { basePath } from '@myaccount/contract/endpoint';
import { defaultLanguage } from '@myaccount/contract/languages';
import type { LoginChange } from '@myaccount/contract/login-change';
import { comparableEmail, storedEmail } from '@myaccount/contract/mailable-email';
import { recordAudit, recordAudits } from '../../platform/audit.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import { queueMails } from '../../platform/outbox/outbox.ts';
import type { Portal } from '../../platform/portal.ts';
import { hashToken } from '../../platform/secrets.ts';
import { changeContact } from '../accounts/contact.repository.ts';
import { getMailAccount, type Recipient } from '../accounts/mail-account.repository.ts';
import { endSessionsOfLogins } from '../sessions/sessions.repository.ts';
import { generateToken, subjectHmacOf } from './login.rules.ts';
import { changeSignInAddress } from './login-address.service.ts';
import { type Challenge, endChallenges } from './login-challenge.repository.ts';
import * as repository from './login-change.repository.ts';
import {
  changeStateOf,
  changeWaits,
  pinCheckMinutes,
  securityHoldDays,
  whyNotChanged,
} from './login-change.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** An operator's request to change a sign-in address; with `isDryRun` only to say what would happen. */
export interface LoginChangeRequest extends Readonly<Record<'from' | 'to' | 'by' | 'reason', string>> {
  readonly isDryRun: boolean;
}

/**
 * LOST-1: has a sign-in address changed once the change has waited, with audit, and tells everybody, each with the link that stops
 * it. Until then nothing changes. Returns from when until when a code completes it, or the refusal in one sentence.
 */
export async function requestLoginChange(
  portal: Portal,
  { from, to, by, reason, isDryRun }: LoginChangeRequest,
): Promise<{ readonly refusal: string } | Record<'opensAt' | 'expiresAt', Date>> {
  const { config, db, clock, secrets } = portal;
  const now = clock.now();
  const checkedSince = new Date(now.getTime() - pinCheckMinutes * 60_000);
  return await db.transaction().execute(async (trx) => {
    const login = await repository.findChangeableLogin(trx, { from, to }, { now, checkedSince });
    if (!login) return { refusal: `There is no login ${from}` };
    const refusal = whyNotChanged(login, to, config.mail.smtpUtf8);
    if (refusal !== undefined) return { refusal };
    const opensAt = new Date(now.getTime() + config.login.changeHours * hourMs);
    const expiresAt = new Date(opensAt.getTime() + config.limits.emailProofDays * dayMs);
    if (isDryRun) return { opensAt, expiresAt };
    const [over] = await repository.listLoginChanges(trx, { loginId: login.id });
    // Its row is what a code to its new address is compared with.
    if (over && !over.isOwn) await endChallenges(trx, subjectHmacOf(secrets, over.to), now);
    const token = generateToken();
    const row = { login_id: login.id, from_address: login.emailAddress, to_address: comparableEmail(to) };
    const rest = { token_hash: hashToken(token), opens_at: opensAt, expires_at: expiresAt };
    const change = await repository.insertLoginChange(trx, { ...row, ...rest }, now);
    if (!change) return { refusal: changeWaits };
    const detail = { from: change.from, to: change.to, reason };
    const entry = { at: now, loginId: login.id, actor: `operator:${by}`, detail };
    await recordAudit(trx, { ...entry, action: 'login.change-requested' });
    const url = `${config.publicUrl}${basePath}/login/change/${token}`;
    await queueChangeMails(trx, portal, change, { name: 'requested', url });
    return { opensAt, expiresAt };
  });
}

/** LOST-2: what became of the change of a link, which a press of this client stops. Throws not found for a wrong token. */
export async function showLoginChange(portal: Portal, token: string, stopBy?: Client): Promise<LoginChange> {
  const change = await repository.findLoginChange(portal.db, hashToken(token));
  if (!change) throw notFound();
  if (stopBy) {
    await stopLoginChange(portal, change.loginId, { actor: 'change-link', client: stopBy });
    return await showLoginChange(portal, token);
  }
  return { state: changeStateOf(change, portal.clock.now()), opensAt: change.opensAt.toISOString() };
}

/** LOST-2: stops the waiting change of a login, with audit, and tells everybody. Returns whether one waited. */
export async function stopLoginChange(
  portal: Portal,
  loginId: string,
  { reason, ...by }: { readonly actor: string; readonly client?: Client; readonly reason?: string },
): Promise<boolean> {
  const at = portal.clock.now();
  return await portal.db.transaction().execute(async (trx) => {
    const change = await repository.endLoginChange(trx, loginId, 'stopped_at', at);
    if (!change) return false;
    const detail = { from: change.from, to: change.to, ...(reason !== undefined && { reason }) };
    await recordAudit(trx, { at, loginId, ...by, action: 'login.change-stopped', detail });
    await queueChangeMails(trx, portal, change, { name: 'stopped', client: by.client });
    return true;
  });
}

/** Returns whether a challenge went to the new address of a change, which its login does not sign in with yet. */
export function provesChange(
  { secrets }: Portal,
  change: { readonly to: string; readonly isOwn: boolean } | undefined,
  { subjectHmac, keyId }: Challenge,
): boolean {
  return !!change && !change.isOwn && subjectHmacOf(secrets, change.to, keyId).equals(subjectHmac);
}

/**
 * LOST-3: completes a change whose new address was just proved: sign-in address, and contact where it was the old one. Sessions end,
 * the hold begins, and everybody is told. Returns the new address. Throws invalid-code if the change does not wait any more, or
 * another login took the address.
 */
export async function completeLoginChange(
  trx: Trx,
  portal: Portal,
  loginId: string,
  client: Client,
): Promise<string> {
  const at = portal.clock.now();
  const contacts = await repository.lockOwnContacts(trx, loginId);
  const change = await repository.endLoginChange(trx, loginId, 'completed_at', at);
  if (!change) throw new Refusal('login.invalid-code');
  const { from, to } = change;
  await queueChangeMails(trx, portal, change, { name: 'completed', client });
  if (!(await changeSignInAddress(trx, portal, { loginId, from, to })))
    throw new Refusal('login.invalid-code');
  const lost = contacts.filter(
    ({ emailAddress }) => comparableEmail(emailAddress ?? '') === comparableEmail(from),
  );
  for (const customerId of new Set(lost.map((contact) => contact.customerId)))
    await changeContact(trx, customerId, { email_address: storedEmail(to) });
  await endSessionsOfLogins(trx, [loginId], at);
  await repository.holdLogin(trx, loginId, new Date(at.getTime() + securityHoldDays * dayMs));
  const entry = { at, actor: `login:${loginId}`, client };
  await recordAudit(trx, { ...entry, loginId, action: 'account-info.sign-in-changed', detail: { from, to } });
  const action = 'account-info.email-changed';
  const entries = lost.map(({ accountId }) => ({ ...entry, accountId, action }) as const);
  if (entries.length > 0) await recordAudits(trx, entries);
  return to;
}

/** What a mail says of a change; a change that waits with the address of the page that stops it. */
interface ChangeMail {
  readonly name: 'requested' | 'stopped' | 'completed';
  readonly url?: string;
  readonly client?: Client | undefined;
}

/**
 * Queues the mail about a change to contacts and primary users of the login's accounts, its own address, and the new one. Call it
 * before any of them changes.
 */
async function queueChangeMails(
  trx: Trx,
  portal: Portal,
  { loginId, from, to, opensAt, expiresAt }: repository.LoginChangeRow,
  { name, url, client }: ChangeMail,
): Promise<void> {
  const told = new Map<string, Recipient>();
  for (const accountId of await repository.listAccountIds(trx, loginId)) {
    const { recipients } = await getMailAccount(trx, accountId, 'change', loginId);
    for (const recipient of recipients) told.set(comparableEmail(recipient.emailAddress), recipient);
  }
  const language = told.get(comparableEmail(from))?.language ?? defaultLanguage;
  told.set(to, { emailAddress: to, language });
  const messages = [...told].map(([address, { emailAddress: recipient, language }], position) => ({
    eventKey: `login-change-${name}:${loginId}:${opensAt.toISOString()}:${position}`,
    accountId: null,
    recipient,
    template: `login-change-${url && address === to ? 'invited' : name}`,
    language,
    payload: { url, at: portal.clock.now(), opensAt, expiresAt },
    isSecret: url !== undefined,
    ...(url !== undefined && { uselessAfter: expiresAt }),
    correlationId: client?.correlationId ?? null,
  }));
  await queueMails(trx, portal, messages);
}
