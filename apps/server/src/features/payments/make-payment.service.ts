import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import { centsFromDollars, formatCents } from '@myaccount/contract/money';
import type { makePayment as endpoint, MadePayment } from '@myaccount/contract/payments';
import type { z } from 'zod';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { isUniqueViolation } from '../../platform/database/failure.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import { deadlineIn } from '../../platform/deadline.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import { getBalance } from '../balance/balance.service.ts';
import { checkConsents, recordConsents } from '../consents/consents.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import {
  type ChargedMethod,
  claimKey,
  findChargedMethod,
  findDuplicatePayment,
  findPaymentByKey,
  lockOwnAccount,
} from './make-payment.repository.ts';
import {
  duplicateMinutes,
  generateReference,
  keyLifetimeHours,
  type RequestedPayment,
  requestHash,
  sendWithinMs,
  validatePayment,
} from './make-payment.rules.ts';
import { insertIntent, insertPlan } from './new-payment.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { refusalOf, responseOf, retryAfterSeconds, unknown } from './payment-response.rules.ts';
import type { Payment } from './payments.repository.ts';
import { announcePlan } from './planned-mail.service.ts';
import { validateDatedConsent, validatePlannedDay } from './planned-payments.rules.ts';
import { reconcilePayment } from './reconcile.service.ts';
import { findAutopayRefusal, recurringConsentOf, refusedChoice } from './recurring-choice.service.ts';
import {
  canChargeNow,
  kindOf,
  payableMethodOf,
  reconcileAfter,
  type SubmittedPayment,
  submitPayment,
} from './submit-payment.service.ts';

/** One HTTP call of make-payment. */
export interface MakePaymentCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly language: Language;
  readonly key: string | undefined;
  readonly body: z.output<typeof endpoint.body>;
}

/** A login's request to pay, with the amounts in cents. */
interface PaymentRequest extends RequestedPayment, Pick<MakePaymentCall, 'client' | 'language' | 'key'> {
  readonly loginId: string;
  /** All accounts of the login. */
  readonly accountIds: readonly string[];
  readonly requestHash: Buffer;
  readonly accountId: string;
  readonly methodId: string;
  /** The authorization of autopay, where the payer chose it with the payment (PAY-2). */
  readonly recurringConsent: AgreedConsent | undefined;
}

/** What a request came to, before any call to a processor. */
type StoredRequest =
  /** The payment is stored: dated ahead, or made before by the same request. */
  | { readonly payment: Payment; readonly isDuplicate: boolean }
  /** The payment is stored as SUBMITTING and may be charged. */
  | { readonly submitted: SubmittedPayment };

const call = 'make-payment';
const minuteMs = 60_000;
const keyLifetimeMs = keyLifetimeHours * 60 * minuteMs;

/**
 * API-11: pays once, now or on the day of `payment_date`. Commits the payment before it calls the processor and records the
 * result after. If the result is unknown, reconciliation continues and the caller reads PENDING. Throws a {@link Refusal}
 * when nothing was charged.
 */
export async function makePayment(context: PaymentContext, call: MakePaymentCall): Promise<MadePayment> {
  const request = paymentRequestOf(context, call);
  const stored = await storeUnblocked(context, request);
  const actor = `login:${request.loginId}`;
  const { payment, isDuplicate } =
    'submitted' in stored
      ? {
          payment: await chargePayment(context, stored.submitted, {
            actor,
            initiator: 'customer',
            client: request.client,
          }),
          isDuplicate: false,
        }
      : stored;
  const response = responseOf(payment, request.language);
  if (response instanceof Refusal) throw response;
  return isDuplicate && request.key === undefined ? { ...response, alreadyMade: true } : response;
}

function paymentRequestOf(
  { portal }: PaymentContext,
  { caller, client, language, key, body }: MakePaymentCall,
): PaymentRequest {
  const { payment_method: method, payment_date: day } = body;
  const isToday = day === dayOf(portal.clock.now(), portal.config.timeZone);
  return {
    loginId: caller.loginId,
    accountIds: caller.accountIds,
    client,
    language,
    key,
    requestHash: requestHash(body),
    accountId: idOrNobody(body.billing_account_id),
    methodId: idOrNobody(typeof method === 'string' ? method : method.token),
    amountCents: centsOf(body.amount, 'amount'),
    seenBalanceCents: body.seenBalance === undefined ? undefined : centsOf(body.seenBalance, 'seenBalance'),
    plannedFor: isToday ? undefined : day,
    consent: debitConsentOf(body),
    recurringConsent: recurringConsentOf(portal, body, language),
  };
}

/** Returns the authorization of a bank debit, in either form. */
function debitConsentOf({
  paymentType,
  consent,
  consents = [],
}: MakePaymentCall['body']): AgreedConsent | undefined {
  checkConsents(consents, paymentType === 'recurring' ? ['bank-debit', 'autopay'] : ['bank-debit']);
  return (
    consents.find(({ kind }) => kind === 'bank-debit') ?? (consent && { kind: 'bank-debit', ...consent })
  );
}

function centsOf(dollars: number, field: string): number {
  const cents = centsFromDollars(dollars);
  if (cents === undefined) throw badField(field, 'decimals');
  return cents;
}

/** Stores the payment. If another one of the account blocks it, reconciles that one and tries once more. */
async function storeUnblocked(context: PaymentContext, request: PaymentRequest): Promise<StoredRequest> {
  try {
    const first = await storeRequest(context, request);
    if (!('unresolvedId' in first)) return first;
    await reconcilePayment(context, { accountId: request.accountId, id: first.unresolvedId }, 'customer');
    const second = await storeRequest(context, request);
    if (!('unresolvedId' in second)) return second;
  } catch (error) {
    if (!isUniqueViolation(error, 'one_payment_on_its_way')) throw error;
  }
  throw new Refusal('payments.in-progress', { retryAfterSeconds });
}

/**
 * Validates the request and stores the payment while holding the account's lock. Charges nothing. Returns the payment without
 * a result that has to be reconciled first, if there is one. Throws a {@link Refusal} when the payment is not allowed.
 */
async function storeRequest(
  context: PaymentContext,
  request: PaymentRequest,
): Promise<StoredRequest | { readonly unresolvedId: string }> {
  const { portal } = context;
  const { loginId, accountId, plannedFor, client } = request;
  return await portal.db.transaction().execute(async (trx) => {
    const [account, now] = await Promise.all([
      lockOwnAccount(trx, loginId, accountId),
      readDatabaseTime(trx, portal.databaseTime),
    ]);
    if (!account) throw unknown('billing_account_id');
    const sendBefore = deadlineIn(sendWithinMs, portal.clock);
    const today = dayOf(now, portal.config.timeZone);
    const [duplicate, method, balance] = await Promise.all([
      findDuplicate(trx, request, now, today),
      findChargedMethod(trx, accountId, request.methodId),
      getBalance(trx, accountId, today),
    ]);
    if (duplicate) return { payment: duplicate, isDuplicate: true };
    if (!method) throw unknown('payment_method');
    const { isActive } = account;
    const { projectedBalanceCents, lastDueOn, unresolvedPaymentId } = balance;
    const maximumCents = portal.config.limits.paymentMaximumDollars * 100;
    const failure =
      validatePayment(
        request,
        { isActive, projectedBalanceCents, maximumCents, today },
        payableMethodOf(context, method),
      ) ??
      (plannedFor && validatePlannedDay(plannedFor, { today, lastDueOn })) ??
      (plannedFor && kindOf(method) === 'bank' && validateDatedConsent(request.consent?.textVersion));
    const isBlocked = plannedFor === undefined && unresolvedPaymentId !== null;
    // The result that is missing can be what changed the balance.
    if (failure && !(isBlocked && failure.code === 'payments.balance-changed')) throw refusalOf(failure);
    if (request.recurringConsent) {
      const { methodId } = request;
      const reason = await findAutopayRefusal(trx, context, { accountId, isActive, methodId, today });
      if (reason) throw refusedChoice(reason, request.language);
    }
    if (isBlocked) return { unresolvedId: unresolvedPaymentId };
    if (plannedFor === undefined && !canChargeNow(context, account, method))
      throw new Refusal('payments.processor-unavailable', { retryAfterSeconds });
    const terms = {
      accountId,
      loginId,
      amountCents: request.amountCents,
      method,
      ...(await storeConsents(trx, context, request, method, now)),
      isRecurring: request.recurringConsent !== undefined,
      occurredAt: now,
      occurredOn: today,
    };
    const payment =
      plannedFor === undefined
        ? await insertIntent(trx, {
            ...terms,
            reference: generateReference(),
            reconcileAt: reconcileAfter(now, portal),
          })
        : await insertPlan(trx, terms, plannedFor);
    await claimRequestKey(trx, request, payment, now);
    const actor = `login:${loginId}`;
    if (plannedFor === undefined)
      return { submitted: await submitPayment(trx, portal, { payment, method, actor, client, now, sendBefore }) };
    await announcePlan(trx, portal, { payment, event: 'planned', actor, client, now });
    return { payment, isDuplicate: false };
  });
}

/** Returns the payment of the request's key or, without a key, the same payment of moments ago. */
async function findDuplicate(
  trx: Trx,
  request: PaymentRequest,
  now: Date,
  today: string,
): Promise<Payment | undefined> {
  const { loginId, accountIds, key } = request;
  if (key === undefined) {
    const since = new Date(now.getTime() - duplicateMinutes * minuteMs);
    return await findDuplicatePayment(trx, { ...request, since, today });
  }
  const since = new Date(now.getTime() - keyLifetimeMs);
  const match = await findPaymentByKey(trx, { loginId, call, key, accountIds, since });
  if (match && !match.requestHash.equals(request.requestHash)) throw new Refusal('payments.key-reused');
  return match?.payment;
}

/** Assigns the request's key to its payment. */
async function claimRequestKey(
  trx: Trx,
  { loginId, key, requestHash }: PaymentRequest,
  { accountId, id: paymentId }: Payment,
  now: Date,
): Promise<void> {
  if (key === undefined) return;
  const since = new Date(now.getTime() - keyLifetimeMs);
  const isClaimed = await claimKey(
    trx,
    { loginId, call, key },
    { accountId, paymentId, requestHash, now, since },
  );
  if (!isClaimed) throw new Refusal('payments.key-reused');
}

/** Stores what the payer agreed to: the authorization of a bank debit, and that of autopay; null where there is none. */
async function storeConsents(
  trx: Trx,
  { portal }: PaymentContext,
  request: PaymentRequest,
  method: ChargedMethod,
  now: Date,
): Promise<{ consentId: string | null; autopayConsentId: string | null }> {
  const { accountId, loginId, client, amountCents, plannedFor, recurringConsent } = request;
  const debit = kindOf(method) === 'bank' ? request.consent : undefined;
  const consents = [debit, recurringConsent].filter((consent) => consent !== undefined);
  const values = { amount: formatCents(amountCents), ...(plannedFor && { day: plannedFor }) };
  const { brand } = portal.config;
  const scope = { accountId, loginId, clientAddress: client.address, at: now, brand, values };
  const ids = await recordConsents(trx, scope, consents);
  return { consentId: ids.get('bank-debit') ?? null, autopayConsentId: ids.get('autopay') ?? null };
}
