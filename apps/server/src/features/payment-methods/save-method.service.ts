import { isExpired } from '@myaccount/contract/payment-methods';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import type { PayingPortal } from '../feature.ts';
import { requireNoHold } from '../sessions/sessions.service.ts';
import { type CapturedMethod, type CaptureHandle, lockCapture, markSaved } from './captures.repository.ts';
import { capturedTokenPurpose } from './captures.service.ts';
import { queueMethodMail } from './method-mail.service.ts';
import { isBankAccount } from './payment-methods.rules.ts';
import { openToken, tokenPurpose } from './payment-methods.service.ts';
import {
  getSavingAccount,
  insertMethod,
  isDefaultMethod,
  listLiveMethods,
} from './save-method.repository.ts';
import { misstatedField, type SaveRequest, saveWithinMinutes } from './save-method.rules.ts';
import { setDefaultMethod } from './saved-method.repository.ts';
import { verifyCard } from './verify-card.service.ts';

/** One HTTP call that saves a method. */
export interface SaveCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly request: SaveRequest;
}

/** A save while the account is locked. */
interface Saving extends SaveCall {
  readonly portal: Portal;
  readonly trx: Trx;
  readonly now: Date;
  readonly accountId: string;
}

const minuteMs = 60_000;

/**
 * API-14: saves a captured method, once: the same handle, also sent twice at the same time, is one method. What is stored
 * comes from the service, never from the page. Throws {@link Refusal}.
 */
export async function saveMethod(portal: PayingPortal, call: SaveCall) {
  const { caller, request } = call;
  requireNoHold(portal, caller);
  checkConsents(request.consents, ['stored-method']);
  await verifyCard(portal, handleOf(call), call.client.correlationId);
  const accountId = idOrNobody(request.billingAccount.id);
  return await portal.db.transaction().execute(async (trx) => {
    if (!(await lockOwnAccount(trx, caller, { id: accountId }))) throw notFound('billing_account');
    const { now } = await portal.moment(trx);
    const id = await saveOnce({ ...call, portal, trx, now, accountId });
    return { id, auto_payment: await isDefaultMethod(trx, accountId, id) };
  });
}

function handleOf({ caller, request }: SaveCall): CaptureHandle {
  return { loginId: caller.loginId, id: idOrNobody(request.handle), processor: request.processor };
}

async function saveOnce(saving: Saving): Promise<string> {
  const { trx, now, request, accountId } = saving;
  const account = await getSavingAccount(trx, accountId);
  const otherNumber = Object.entries(request.billingAccount.numbers).find(
    ([, number]) => number !== account.accountNumber,
  );
  if (otherNumber) throw badField(`billing_account.${otherNumber[0]}`, 'invalid');
  const handle = handleOf(saving);
  const capture = await lockCapture(trx, handle);
  const method = capture?.answer?.method;
  if (!capture?.answeredAt || !method) throw notFound(request.handleField);
  if (capture.savedAs) {
    if (capture.savedAs.accountId !== accountId) throw notFound(request.handleField);
    return capture.savedAs.methodId;
  }
  if (now.getTime() - capture.answeredAt.getTime() >= saveWithinMinutes * minuteMs)
    throw new Refusal('payment-methods.capture-expired');
  refuseUnusable(saving, method, account.isAchEnabled);
  const methodId = (await findSameMethod(saving, method)) ?? (await addMethod(saving, method));
  await markSaved(trx, handle, { accountId, methodId });
  if (request.isDefault) await setDefaultMethod(trx, { accountId, methodId });
  return methodId;
}

function refuseUnusable(saving: Saving, method: CapturedMethod, isAchEnabled: boolean): void {
  const { portal, request, now } = saving;
  const wrong = misstatedField(request, method);
  if (wrong) throw badField(wrong, 'invalid');
  const { methodType } = request;
  if (isBankAccount({ methodType, cardType: method.cardType }) && !isAchEnabled)
    throw new Refusal('payment-methods.not-taken');
  if (isExpired(method.expiresOn, dayOf(now, portal.config.timeZone)))
    throw new Refusal('payment-methods.expired');
}

/** Returns the account's method with the same token of the service: the same card, added twice. */
async function findSameMethod(
  { portal, trx, accountId, request }: Saving,
  { token }: CapturedMethod,
): Promise<string | undefined> {
  const text = portal.secrets.open(token, capturedTokenPurpose);
  const methods = await listLiveMethods(trx, accountId, request.processor);
  return methods.find((method) => openToken(portal, method.token) === text)?.id;
}

async function addMethod(saving: Saving, { token, ...shown }: CapturedMethod): Promise<string> {
  const { portal, trx, now, accountId, request, caller, client } = saving;
  const scope = { accountId, loginId: caller.loginId, clientAddress: client.address, at: now };
  const consents = await recordConsents(trx, { ...scope, brand: portal.config.brand }, request.consents);
  const id = await insertMethod(trx, {
    ...shown,
    accountId,
    methodType: request.methodType,
    processor: request.processor,
    nickname: request.nickname,
    holderName: request.holderName,
    token: portal.secrets.seal(portal.secrets.open(token, capturedTokenPurpose), tokenPurpose),
    consentId: consents.get('stored-method') ?? null,
    createdAt: now,
  });
  await recordAudit(trx, {
    at: now,
    accountId,
    actor: `login:${caller.loginId}`,
    action: 'payment-methods.added',
    detail: {
      methodId: id,
      cardType: shown.cardType,
      lastFour: shown.lastFour,
      processor: request.processor,
    },
    client,
  });
  const event = 'added';
  const { correlationId } = client;
  const { loginId } = caller;
  await queueMethodMail(trx, portal, { event, accountId, method: { id, ...shown }, loginId, correlationId });
  return id;
}
