import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type * as contract from '@myaccount/contract/email-proof';
import type { Language } from '@myaccount/contract/languages';
import { comparableEmail, storedEmail } from '@myaccount/contract/mailable-email';
import { recordAudit, recordAudits } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import { shownEmail } from '../../platform/email-forms.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { changeContact } from '../accounts/contact.repository.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { lastPendingDay } from '../accounts/pending-email.rules.ts';
import {
  type ConfirmationRequest,
  checkConfirmation,
  limitConfirmations,
  type SentConfirmation,
  sendConfirmation,
  useConfirmation,
} from '../login/confirmation.service.ts';
import type { ConfirmationSubject } from '../login/login.rules.ts';
import { changeSignInAddress } from '../login/login-address.service.ts';
import {
  type AccountRow,
  changeAccount,
  findAccountInfo,
  lockAccountInfo,
} from './account-info.repository.ts';
import { isSameAddress } from './contact.rules.ts';
import { queueNoticeTo } from './notice.service.ts';
import {
  deletePendingEmail,
  findPendingEmail,
  type PendingEmail,
  storePendingEmail,
} from './pending-email.repository.ts';

const dayMs = 86_400_000;

/** A new e-mail address that a caller saved. */
export interface PendingEmailRequest {
  readonly accountId: string;
  readonly loginId: string;
  readonly emailAddress: string;
  readonly language: Language;
  readonly client: Client;
}

/** A call about the pending e-mail address of an account. */
type ProofCall = SignedInCall<
  typeof contract.sendEmailProof | typeof contract.validateEmailProof | typeof contract.cancelEmailProof
>;

/** Counts a request for the code of a new address. Throws too-many-codes. Call it before the transaction. */
export async function limitProofs(portal: Portal, request: PendingEmailRequest): Promise<void> {
  await limitConfirmations(portal, confirmationOf(request));
}

/** Stores a new address as pending, and mails its code. Returns the mail to deliver at once. */
export async function addPendingEmail(
  trx: Trx,
  portal: Portal,
  request: PendingEmailRequest,
): Promise<SentConfirmation['messageId']> {
  return (await sendProof(trx, portal, request)).messageId;
}

/** CONTACT-3: mails another code to the address that the caller saved. */
export async function resendProof(portal: Portal, call: ProofCall): Promise<SentConfirmation> {
  const { account, pending } = await getOwnPendingEmail(portal.db, portal, call);
  const { id: accountId, language } = account;
  const { emailAddress, loginId } = pending;
  const request = { accountId, loginId, emailAddress, language, client: call.client };
  await limitProofs(portal, request);
  return await portal.db.transaction().execute(async (trx) => {
    await lockAccountInfo(trx, call.caller, call.body.accountNumber);
    const { pending: locked } = await getOwnPendingEmail(trx, portal, call);
    if (locked.emailAddress !== emailAddress) throw new Refusal('account-info.nothing-waiting');
    return await sendProof(trx, portal, request);
  });
}

/**
 * CONTACT-3: takes the code. The pending address becomes the contact, and the sign-in address of the login that saved it,
 * unless another login has it. The previous contact and sign-in address are notified.
 */
export async function proveEmail(
  portal: Portal,
  call: SignedInCall<typeof contract.validateEmailProof>,
): Promise<{ emailAddress: string; isSignInAddress: boolean }> {
  const { caller, client, body } = call;
  const { loginId } = caller;
  const { account, pending } = await getOwnPendingEmail(portal.db, portal, call);
  const { challengeHash, emailAddress } = pending;
  const subject = subjectOf({ accountId: account.id, emailAddress });
  const typed = { subject, otp: body.otp, challengeHash, client };
  const proof = await checkConfirmation({ ...portal, identity: null }, caller, typed);
  return await portal.db.transaction().execute(async (trx) => {
    const at = portal.clock.now();
    await lockAccountInfo(trx, caller, body.accountNumber);
    const { account: locked, pending: current } = await getOwnPendingEmail(trx, portal, call);
    if (!current.challengeHash.equals(challengeHash)) throw new Refusal('account-info.nothing-waiting');
    await useConfirmation(trx, proof, at);
    const to = await getMailAccount(trx, locked.id, 'change', loginId);
    const from = caller.emailAddress;
    const isSignInAddress = await changeSignInAddress(trx, portal, { loginId, from, to: emailAddress });
    await changeContact(trx, locked.customerId, { email_address: storedEmail(emailAddress) });
    await deletePendingEmail(trx, locked.id);
    const isMoved = isSignInAddress && !isSameAddress(from, emailAddress);
    const parts = ['email' as const, ...(isMoved ? (['sign-in'] as const) : [])];
    await queueNoticeTo(trx, portal, to, { accountId: locked.id, parts, client, at });
    const entry = { at, accountId: locked.id, actor: `login:${loginId}`, client };
    await recordAudits(
      trx,
      parts.map((part) => ({ ...entry, action: `account-info.${part}-changed` })),
    );
    return { emailAddress: shownEmail(emailAddress), isSignInAddress };
  });
}

/** CONTACT-3: forgets the pending address. Throws primary-only for a member who did not save it. */
export async function cancelPendingEmail(
  portal: Portal,
  { caller, client, body: { accountNumber } }: ProofCall,
): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    await lockAccountInfo(trx, caller, accountNumber);
    const account = await findAccountInfo(trx, caller, accountNumber);
    if (!account) throw notFound();
    const pending = await findPendingEmail(trx, account.id);
    const isOwn = pending?.loginId === caller.loginId;
    if (!isOwn && !isHolder(account, accountRights.pendingEmail.set)) {
      throw new Refusal('account-info.primary-only');
    }
    if (!(await deletePendingEmail(trx, account.id))) return;
    await changeAccount(trx, account.id, {});
    await recordAudit(trx, {
      at: portal.clock.now(),
      accountId: account.id,
      actor: `login:${caller.loginId}`,
      action: 'account-info.waiting-email-cancelled',
      client,
    });
  });
}

/** Returns the pending address of an account that the caller saved; undefined if another login saved it. */
export async function findOwnPendingEmail(
  db: Database | Trx,
  { clock, config }: Portal,
  caller: Caller,
  accountId: string,
): Promise<PendingEmail | undefined> {
  const pending = await findPendingEmail(db, accountId);
  if (pending?.loginId !== caller.loginId) return undefined;
  return lastPendingDay(pending.expiresAt, clock.now(), config.timeZone) ? pending : undefined;
}

/** Returns the address that the caller saved. Throws not found, nothing-waiting, or primary-only. */
async function getOwnPendingEmail(
  db: Database | Trx,
  portal: Portal,
  { caller, body }: ProofCall,
): Promise<{ account: AccountRow; pending: PendingEmail }> {
  const account = await findAccountInfo(db, caller, body.accountNumber);
  if (!account) throw notFound();
  const pending = await findOwnPendingEmail(db, portal, caller, account.id);
  if (!pending) throw new Refusal('account-info.nothing-waiting');
  // Whoever saved it may have lost the right since.
  if (!isHolder(account, accountRights.emailAddress.set)) throw new Refusal('account-info.primary-only');
  return { account, pending };
}

async function sendProof(trx: Trx, portal: Portal, request: PendingEmailRequest): Promise<SentConfirmation> {
  const { accountId, loginId, emailAddress } = request;
  const before = await findPendingEmail(trx, accountId);
  const sent = await sendConfirmation(trx, portal, confirmationOf(request), before?.challengeHash ?? null);
  const { challengeHash } = sent;
  const now = portal.clock.now();
  const expiresAt = new Date(now.getTime() + portal.config.limits.emailProofDays * dayMs);
  await storePendingEmail(trx, accountId, { loginId, emailAddress, challengeHash, expiresAt }, now);
  return sent;
}

function confirmationOf(request: PendingEmailRequest): ConfirmationRequest {
  const { emailAddress: recipient, language, loginId, client } = request;
  return { subject: subjectOf(request), recipient, language, loginId, client };
}

function subjectOf({
  accountId,
  emailAddress,
}: Pick<PendingEmailRequest, 'accountId' | 'emailAddress'>): ConfirmationSubject {
  return `proof:${accountId}:${comparableEmail(emailAddress)}`;
}
