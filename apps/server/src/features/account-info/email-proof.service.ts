import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type * as contract from '@myaccount/contract/email-proof';
import type { Language } from '@myaccount/contract/languages';
import { recordAudit, recordAudits } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { getMailAccount } from '../accounts/mail-account.repository.ts';
import { lastProofDay } from '../accounts/waiting-address.rules.ts';
import {
  type ConfirmationRequest,
  type ConfirmationSubject,
  checkConfirmation,
  limitConfirmations,
  type SentConfirmation,
  sendConfirmation,
  useConfirmation,
} from '../login/confirmation.service.ts';
import { changeSignInAddress } from '../login/login-address.service.ts';
import {
  type AccountRow,
  changeAccount,
  changeContact,
  findAccountInfo,
  lockAccountInfo,
} from './account-info.repository.ts';
import { isSameAddress } from './contact.rules.ts';
import {
  deleteWaitingEmail,
  findWaitingEmail,
  storeWaitingEmail,
  type WaitingEmail,
} from './email-proof.repository.ts';
import { queueNoticeTo } from './notice.service.ts';

const dayMs = 86_400_000;

/** A new e-mail address that a caller saved. */
export interface EmailWait {
  readonly accountId: string;
  readonly loginId: string;
  readonly emailAddress: string;
  readonly language: Language;
  readonly client: Client;
}

/** A call about the waiting e-mail address of an account. */
type ProofCall = SignedInCall<
  typeof contract.sendEmailProof | typeof contract.validateEmailProof | typeof contract.cancelEmailProof
>;

/** Counts a request for the code of a new address. Throws too-many-codes. Call it before the transaction. */
export async function limitProofs(portal: Portal, wait: EmailWait): Promise<void> {
  await limitConfirmations(portal, requestOf(wait));
}

/** Lets a new address wait for the code that is mailed to it. Returns the mail to deliver at once. */
export async function waitForProof(
  trx: Trx,
  portal: Portal,
  wait: EmailWait,
): Promise<SentConfirmation['messageId']> {
  return (await sendProof(trx, portal, wait)).messageId;
}

/** CONTACT-3: mails another code to the address that the caller saved. */
export async function resendProof(portal: Portal, call: ProofCall): Promise<SentConfirmation> {
  const { account, waiting } = await getOwnWait(portal.db, portal, call);
  const { id: accountId, language } = account;
  const { emailAddress, loginId } = waiting;
  const wait = { accountId, loginId, emailAddress, language, client: call.client };
  await limitProofs(portal, wait);
  return await portal.db.transaction().execute(async (trx) => {
    await lockAccountInfo(trx, call.caller, call.body.accountNumber);
    const { waiting: locked } = await getOwnWait(trx, portal, call);
    if (locked.emailAddress !== emailAddress) throw new Refusal('account-info.nothing-waiting');
    return await sendProof(trx, portal, wait);
  });
}

/**
 * CONTACT-3: takes the code. The waiting address becomes the contact, and the sign-in address of the login that saved it,
 * unless another login has it. The previous contact and sign-in address are notified.
 */
export async function proveEmail(
  portal: Portal,
  call: SignedInCall<typeof contract.validateEmailProof>,
): Promise<{ emailAddress: string; isSignInAddress: boolean }> {
  const { caller, client, body } = call;
  const { loginId } = caller;
  const { account, waiting } = await getOwnWait(portal.db, portal, call);
  const { challengeHash, emailAddress } = waiting;
  const subject = subjectOf({ accountId: account.id, emailAddress });
  const typed = { subject, otp: body.otp, challengeHash, client };
  const proof = await checkConfirmation({ ...portal, identity: null }, caller, typed);
  return await portal.db.transaction().execute(async (trx) => {
    const at = portal.clock.now();
    await lockAccountInfo(trx, caller, body.accountNumber);
    const { account: locked, waiting: current } = await getOwnWait(trx, portal, call);
    if (!current.challengeHash.equals(challengeHash)) throw new Refusal('account-info.nothing-waiting');
    await useConfirmation(trx, proof, at);
    const to = await getMailAccount(trx, locked.id, 'change', loginId);
    const from = caller.emailAddress;
    const isSignInAddress = await changeSignInAddress(trx, portal, { loginId, from, to: emailAddress });
    await changeContact(trx, locked.customerId, { email_address: emailAddress });
    await deleteWaitingEmail(trx, locked.id);
    const isMoved = isSignInAddress && !isSameAddress(from, emailAddress);
    const parts = ['email' as const, ...(isMoved ? (['sign-in'] as const) : [])];
    await queueNoticeTo(trx, portal, to, { accountId: locked.id, parts, client, at });
    const entry = { at, accountId: locked.id, actor: `login:${loginId}`, client };
    await recordAudits(
      trx,
      parts.map((part) => ({ ...entry, action: `account-info.${part}-changed` })),
    );
    return { emailAddress, isSignInAddress };
  });
}

/** CONTACT-3: forgets the waiting address. Throws primary-only for a member who did not save it. */
export async function cancelProof(
  portal: Portal,
  { caller, client, body: { accountNumber } }: ProofCall,
): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    await lockAccountInfo(trx, caller, accountNumber);
    const account = await findAccountInfo(trx, caller, accountNumber);
    if (!account) throw notFound();
    const waiting = await findWaitingEmail(trx, account.id);
    const isOwn = waiting?.loginId === caller.loginId;
    if (!isOwn && !isHolder(account, accountRights.waitingAddress.set)) {
      throw new Refusal('account-info.primary-only');
    }
    if (!(await deleteWaitingEmail(trx, account.id))) return;
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

/** Returns the address of an account that the caller saved and that still waits; undefined if another login saved it. */
export async function findOwnWait(
  db: Database | Trx,
  { clock, config }: Portal,
  caller: Caller,
  accountId: string,
): Promise<WaitingEmail | undefined> {
  const waiting = await findWaitingEmail(db, accountId);
  if (waiting?.loginId !== caller.loginId) return undefined;
  return lastProofDay(waiting.expiresAt, clock.now(), config.timeZone) ? waiting : undefined;
}

/** Returns the address that the caller saved. Throws not found, nothing-waiting, or primary-only. */
async function getOwnWait(
  db: Database | Trx,
  portal: Portal,
  { caller, body }: ProofCall,
): Promise<{ account: AccountRow; waiting: WaitingEmail }> {
  const account = await findAccountInfo(db, caller, body.accountNumber);
  if (!account) throw notFound();
  const waiting = await findOwnWait(db, portal, caller, account.id);
  if (!waiting) throw new Refusal('account-info.nothing-waiting');
  // Whoever saved it may have lost the right since.
  if (!isHolder(account, accountRights.emailAddress.set)) throw new Refusal('account-info.primary-only');
  return { account, waiting };
}

async function sendProof(trx: Trx, portal: Portal, wait: EmailWait): Promise<SentConfirmation> {
  const { accountId, loginId, emailAddress } = wait;
  const before = await findWaitingEmail(trx, accountId);
  const sent = await sendConfirmation(trx, portal, requestOf(wait), before?.challengeHash ?? null);
  const { challengeHash } = sent;
  const now = portal.clock.now();
  const expiresAt = new Date(now.getTime() + portal.config.limits.emailProofDays * dayMs);
  await storeWaitingEmail(trx, accountId, { loginId, emailAddress, challengeHash, expiresAt }, now);
  return sent;
}

function requestOf(wait: EmailWait): ConfirmationRequest {
  const { emailAddress: recipient, language, loginId, client } = wait;
  return { subject: subjectOf(wait), recipient, language, loginId, client };
}

function subjectOf({
  accountId,
  emailAddress,
}: Pick<EmailWait, 'accountId' | 'emailAddress'>): ConfirmationSubject {
  return `proof:${accountId}:${emailAddress.toLowerCase()}`;
}
