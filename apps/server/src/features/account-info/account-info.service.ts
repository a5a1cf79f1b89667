import { includesTexts } from '@myaccount/contract/account-fields';
import type { accountInfo } from '@myaccount/contract/account-info';
import { accountRights, isHolder } from '@myaccount/contract/account-rights';
import type { Language } from '@myaccount/contract/languages';
import { storedEmail } from '@myaccount/contract/mailable-email';
import type { FieldError } from '@myaccount/contract/problem';
import type { Right } from '@myaccount/contract/rights';
import type { z } from 'zod';
import { recordAudits } from '../../platform/audit.ts';
import type { Database, Trx } from '../../platform/database/connect.ts';
import type { Caller, SignedInCall } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { badField, notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { translator } from '../../platform/texts.ts';
import { mayReadPin, pinPurpose } from '../accounts/accounts.service.ts';
import { changeContact } from '../accounts/contact.repository.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import { requireFreshSession, requireNoHold } from '../sessions/sessions.service.ts';
import {
  type AccountChange,
  changedFields,
  changedParts,
  changeOf,
  entersSecret,
  findChangeFailures,
} from './account-change.rules.ts';
import {
  changeAccount,
  changeBillingAddress,
  findAccountInfo,
  lockAccountInfo,
  type StoredAccount,
} from './account-info.repository.ts';
import { findSecondBillingAddress } from './address.rules.ts';
import { isContactField } from './contact.rules.ts';
import {
  addPendingEmail,
  findOwnPendingEmail,
  limitProofs,
  type PendingEmailRequest,
} from './email-proof.service.ts';
import { queueNotice } from './notice.service.ts';
import { turnsTextsOn } from './notifications.rules.ts';

type AccountInfoCall = SignedInCall<typeof accountInfo>;
type Reply = z.input<typeof accountInfo.reply>;

/** What a save leads to: the reply, and the mail with the code to deliver at once. */
interface SavedInfo {
  readonly reply: Reply;
  readonly messageId?: string | undefined;
}

const success: SavedInfo = { reply: { Status: 'Success', StatusCode: '00' } };

/** A save that may be written. */
interface PlannedSave {
  readonly stored: StoredAccount;
  readonly change: AccountChange;
  readonly failures: readonly FieldError[];
}

/**
 * API-17: saves what differs from what is stored, all of it or nothing, each part with its audit entry, and tells the
 * contact on record. Refused values are a reply, everything else that is refused throws.
 */
export async function saveAccountInfo(
  portal: Portal,
  changesPerLogin: Limit,
  call: AccountInfoCall,
): Promise<SavedInfo> {
  const language = readerLanguage(call.headers['Accept-Language']);
  const plan = await planSave(portal.db, portal, call);
  if (plan.failures.length > 0) return refusalOfValues(plan.failures, language);
  if (changedFields(plan.change).length === 0) return success;
  await changesPerLogin.consume(call.caller.loginId);
  const request = pendingEmailOf(plan, call);
  if (request) await limitProofs(portal, request);
  return await portal.db.transaction().execute(async (trx) => {
    await lockAccountInfo(trx, call.caller, call.body.accountNumber);
    // Somebody else may have changed the account since.
    const locked = await planSave(trx, portal, call);
    if (locked.failures.length > 0) return refusalOfValues(locked.failures, language);
    if (changedFields(locked.change).length === 0) return success;
    return { ...success, messageId: await writeSave(trx, portal, locked, call) };
  });
}

/**
 * Reads the account and decides. Throws what the caller may not do: 404, 403, 409, a surplus consent. The order of the
 * refusals must not depend on a value that the caller may not read.
 */
async function planSave(
  db: Database | Trx,
  portal: Portal,
  { caller, body }: AccountInfoCall,
): Promise<PlannedSave> {
  const second = findSecondBillingAddress(body.customerAddress);
  if (second !== undefined) throw badField(`customerAddress.${second}.addressType`, 'unexpected');
  const stored = await getStored(db, portal, caller, body.accountNumber);
  const consents = body.consents ?? [];
  checkConsents(consents, includesTexts(body.customer?.notificationPreference ?? '') ? ['texts'] : []);
  if (entersSecret(body)) requireFreshSession(portal, caller);
  const change = changeOf(stored, body);
  const rights = changedFields(change).map((field) => accountRights[field].set);
  if (!rights.every((right) => isHolder(stored, right))) throw new Refusal('account-info.primary-only');
  const failures = findChangeFailures(change, stored, portal.config.limits, portal.config.mail.smtpUtf8);
  if (failures.length > 0 || rights.length === 0) return { stored, change, failures };
  if (turnsTextsOn(stored.preference, change.preference) && consents.length === 0) {
    return { stored, change, failures: [{ field: 'consents', code: 'required' }] };
  }
  if (stored.version !== (body.version ?? stored.version)) throw new Refusal('account-info.stale');
  if (rights.some((right: Right) => right.isFresh)) {
    requireNoHold(portal, caller);
    requireFreshSession(portal, caller);
  }
  return { stored, change, failures };
}

async function getStored(
  db: Database | Trx,
  portal: Portal,
  caller: Caller,
  accountNumber: string,
): Promise<StoredAccount> {
  const row = await findAccountInfo(db, caller, accountNumber);
  if (!row) throw notFound();
  const pending = await findOwnPendingEmail(db, portal, caller, row.id);
  const pin = row.pin && mayReadPin(portal, caller, row) ? portal.secrets.open(row.pin, pinPurpose) : null;
  return { ...row, pin, pendingEmailAddress: pending?.emailAddress ?? null };
}

function refusalOfValues(failures: readonly FieldError[], language: Language): SavedInfo {
  const isContact = failures.some(({ field }) => isContactField(field));
  const StatusDescription = translator(language)(`account-info.refused.${isContact ? 'contact' : 'other'}`);
  return { reply: { Status: 'Failure', StatusCode: '01', StatusDescription, errors: [...failures] } };
}

/** Returns the new e-mail address of a save, which waits for its code. */
function pendingEmailOf(
  { stored, change: { emailAddress } }: PlannedSave,
  { caller, client }: AccountInfoCall,
): PendingEmailRequest | undefined {
  if (emailAddress === undefined) return undefined;
  const { id: accountId, language } = stored;
  return { accountId, loginId: caller.loginId, emailAddress: storedEmail(emailAddress), language, client };
}

/** Writes a planned save of a locked account. Returns the mail with the code for a new e-mail address. */
async function writeSave(
  trx: Trx,
  portal: Portal,
  plan: PlannedSave,
  call: AccountInfoCall,
): Promise<string | undefined> {
  const { stored, change } = plan;
  const { id: accountId, customerId } = stored;
  const { phoneNumber, billingAddress, pin, preference } = change;
  const { caller, client, body } = call;
  const at = portal.clock.now();
  // Before the changes: to the contact on record until now.
  await queueNotice(trx, portal, {
    accountId,
    loginId: caller.loginId,
    parts: changedParts(change),
    client,
    at,
  });
  const request = pendingEmailOf(plan, call);
  const messageId = request && (await addPendingEmail(trx, portal, request));
  // The e-mail address waits for its code.
  if (phoneNumber !== undefined) await changeContact(trx, customerId, { phone_number: phoneNumber });
  if (billingAddress) await changeBillingAddress(trx, accountId, billingAddress.address);
  const sealed = pin === undefined ? undefined : portal.secrets.seal(pin, pinPurpose);
  await changeAccount(trx, accountId, { pin: sealed, preference });
  const { brand } = portal.config;
  const scope = { accountId, loginId: caller.loginId, clientAddress: client.address, at, brand };
  const isConsented = turnsTextsOn(stored.preference, preference);
  const consentIds = await recordConsents(trx, scope, isConsented ? (body.consents ?? []) : []);
  const preferenceDetail = {
    from: stored.preference,
    to: preference,
    consentId: consentIds.get('texts') ?? null,
  };
  await recordAudits(
    trx,
    changedParts(change).map((part) => ({
      at,
      accountId,
      actor: `login:${caller.loginId}`,
      action: `account-info.${part}-changed`,
      detail: { channel: body.channel, ...(part === 'preference' ? preferenceDetail : {}) },
      client,
    })),
  );
  return messageId;
}
