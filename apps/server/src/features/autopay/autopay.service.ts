import {
  type AutopayRefusal,
  autopayStatusCodes,
  type setAutopay as endpoint,
} from '@myaccount/contract/autopay';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import type { Language } from '@myaccount/contract/languages';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, notFound, Refusal } from '../../platform/http/problems.ts';
import { translator } from '../../platform/texts.ts';
import { getBalance } from '../balance/balance.service.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import { makeDefaultMethod } from '../payment-methods/change-method.service.ts';
import type { PaymentContext } from '../payments/payment-outcome.service.ts';
import { findUsableMethod } from '../payments/submit-payment.service.ts';
import { isStoppedByReturns } from './autopay.rules.ts';
import { queueAutopayMail } from './autopay-mail.service.ts';
import {
  endEnrollment,
  findOpenEnrollment,
  insertEnrollment,
  listReturnsOfMethod,
  lockOwnAccount,
  type OwnAccount,
} from './enrollment.repository.ts';

/** One call of `customer/account/autopay`. */
export interface AutopayCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly language: Language;
  readonly body: z.output<typeof endpoint.body>;
}

/** A call and the transaction in which it is done, with its account locked. */
interface Change extends AutopayCall {
  readonly trx: Trx;
  readonly account: OwnAccount;
  readonly now: Date;
  readonly today: string;
}

/**
 * API-15: turns autopay on or off. Turning it on again with the same method, or off again, changes nothing. Throws not
 * found for an account or a method of someone else.
 */
export async function setAutopay(
  context: PaymentContext,
  call: AutopayCall,
): Promise<ReplyOf<typeof endpoint>> {
  const { portal } = context;
  const { caller, body, language } = call;
  const refusal = await portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, caller.loginId, body.accountNumber);
    if (!account) throw notFound();
    const now = portal.clock.now();
    const change = { ...call, trx, account, now, today: dayOf(now, portal.config.timeZone) };
    return body.enableAutopay ? await turnOn(context, change) : await turnOff(context, change);
  });
  if (!refusal) return { statusCode: autopayStatusCodes.done };
  const statusDescription = translator(language)(`autopay.${refusal}`);
  return { statusCode: autopayStatusCodes[refusal], statusDescription };
}

async function turnOn(context: PaymentContext, change: Change): Promise<AutopayRefusal | undefined> {
  const { trx, account, body, caller, client, now, today } = change;
  const { brand } = context.portal.config;
  if (body.paymentMethodID === undefined) throw badField('paymentMethodID', 'required');
  const methodId = idOrNobody(body.paymentMethodID);
  const consents = body.consents ?? [];
  checkConsents(consents, ['autopay']);
  if (consents.length === 0) throw badField('consents', 'required');
  const refusal = await findRefusal(context, change, methodId);
  if (refusal) return refusal;
  const before = await findOpenEnrollment(trx, account.id);
  if (before?.methodId === methodId) return undefined;
  if (before) await endEnrollment(trx, account.id, now);
  const scope = {
    accountId: account.id,
    loginId: caller.loginId,
    clientAddress: client.address,
    at: now,
    brand,
  };
  const ids = await recordConsents(trx, scope, consents);
  await makeDefaultMethod(trx, account.id, methodId);
  await insertEnrollment(trx, {
    accountId: account.id,
    methodId,
    consentId: ids.get('autopay') ?? null,
    // Another method does not make what autopay owes already older debt.
    enrolledOn: before?.enrolledOn ?? today,
    at: now,
  });
  await announce(context, change, 'autopay-on');
  return undefined;
}

/** Returns why autopay cannot charge a method. Throws not found when the account never had it. */
async function findRefusal(
  context: PaymentContext,
  { trx, account, today }: Change,
  methodId: string,
): Promise<AutopayRefusal | undefined> {
  if (!account.isActive) return 'closed';
  const usable = await findUsableMethod(trx, context, { accountId: account.id, methodId, today });
  if (!usable)
    throw new Refusal('request.not-found', { errors: [{ field: 'paymentMethodID', code: 'unknown' }] });
  if ('reason' in usable) return usable.reason;
  const returns = await listReturnsOfMethod(trx, { accountId: account.id, methodId });
  return isStoppedByReturns(returns, context.portal.config.autopay.returnLimit) ? 'returned' : undefined;
}

async function turnOff(context: PaymentContext, change: Change): Promise<undefined> {
  const { trx, account, now } = change;
  if (!(await findOpenEnrollment(trx, account.id))) return;
  await announce(context, change, 'autopay-off');
  await endEnrollment(trx, account.id, now);
}

/** Writes audit and mail of a change, while the enrollment that it is about is open. */
async function announce(
  { portal }: PaymentContext,
  { trx, account, caller, client, now, today }: Change,
  name: 'autopay-on' | 'autopay-off',
): Promise<void> {
  const enrollment = await findOpenEnrollment(trx, account.id);
  if (!enrollment) return;
  const { methodId, cardType, lastFour } = enrollment;
  await recordAudit(trx, {
    at: now,
    accountId: account.id,
    actor: `login:${caller.loginId}`,
    action: name === 'autopay-on' ? 'autopay.on' : 'autopay.off',
    detail: { methodId },
    client,
  });
  const { autopayCharge, pastDueCents } = await getBalance(trx, account.id, today);
  await queueAutopayMail(trx, portal, {
    name,
    accountId: account.id,
    event: `${account.id}:${now.toISOString()}`,
    payload: {
      cardType,
      lastFour,
      amountCents: autopayCharge?.amountCents ?? null,
      day: autopayCharge?.chargeOn ?? null,
      pastDueCents,
    },
    correlationId: client.correlationId,
  });
}
