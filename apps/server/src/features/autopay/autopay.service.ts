import {
  type AutopayRefusal,
  autopayStatusCodes,
  type setAutopay as endpoint,
} from '@myaccount/contract/autopay';
import type { ReplyOf } from '@myaccount/contract/endpoint';
import { dayOf } from '../../platform/business-day.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { badField, notFound } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { lockOwnAccount } from '../accounts/account-lock.repository.ts';
import { findAutopayRefusal } from '../charging/usable-method.service.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import type { PayingPortal } from '../feature.ts';
import { requireNoHold } from '../sessions/sessions.service.ts';
import { type AutopayChange, announceAutopay, enroll } from './enroll.service.ts';
import { endEnrollment, findOpenEnrollment } from './enrollment.repository.ts';

type AutopayCall = SignedInCall<typeof endpoint>;

/** A call with the client that made it. */
type Change = AutopayChange & Pick<AutopayCall, 'client' | 'body'>;

/**
 * API-15: turns autopay on or off. Turning it on again with the same method, or off again, changes nothing. Throws not
 * found for an account or a method of someone else.
 */
export async function setAutopay(portal: PayingPortal, call: AutopayCall): Promise<ReplyOf<typeof endpoint>> {
  const { caller, body, client, headers } = call;
  const { loginId } = caller;
  if (body.enableAutopay) requireNoHold(portal, caller);
  const refusal = await portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, caller, { number: body.accountNumber });
    if (!account) throw notFound();
    const now = portal.clock.now();
    const today = dayOf(now, portal.config.timeZone);
    const change = { trx, account, loginId, client, body, now, today };
    return body.enableAutopay ? await turnOn(portal, change) : await turnOff(portal, change);
  });
  if (!refusal) return { statusCode: autopayStatusCodes.done };
  const statusDescription = translator(readerLanguage(headers['Accept-Language']))(`autopay.${refusal}`);
  return { statusCode: autopayStatusCodes[refusal], statusDescription };
}

/** Returns why autopay cannot charge the method. Throws not found when the account never had it. */
async function turnOn(portal: PayingPortal, change: Change): Promise<AutopayRefusal | undefined> {
  const { trx, account, body, loginId, client, now: at, today } = change;
  if (body.paymentMethodID === undefined) throw badField('paymentMethodID', 'required');
  const methodId = idOrNobody(body.paymentMethodID);
  const consents = body.consents ?? [];
  checkConsents(consents, ['autopay']);
  const { id: accountId, isActive } = account;
  const refusal = await findAutopayRefusal(trx, portal, { accountId, isActive, methodId }, today);
  if (refusal === 'unknown') throw notFound('paymentMethodID');
  if (refusal || consents.length === 0) return refusal ?? 'not-agreed';
  const { brand } = portal.config;
  const scope = { accountId: account.id, loginId, clientAddress: client.address, at, brand };
  const agree = async () => (await recordConsents(trx, scope, consents)).get('autopay') ?? null;
  await enroll(portal, change, { methodId, agree });
  return undefined;
}

async function turnOff(portal: Portal, change: Change): Promise<undefined> {
  const { trx, account, now } = change;
  if (!(await findOpenEnrollment(trx, account.id))) return;
  await announceAutopay(portal, change, 'autopay-off');
  await endEnrollment(trx, account.id, now);
}
