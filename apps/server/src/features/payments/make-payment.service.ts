import { keyLifetimeHours } from '@myaccount/contract/headers';
import { formatCents } from '@myaccount/contract/money';
import type { MadePayment } from '@myaccount/contract/payments';
import { lastPlanDay } from '@myaccount/contract/planned-payments';
import type { Trx } from '../../platform/database/connect.ts';
import { isUniqueViolation } from '../../platform/database/failure.ts';
import { type Deadline, deadlineIn } from '../../platform/deadline.ts';
import { notFound, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { chargeUnlessFound } from '../charging/automatic-charge.service.ts';
import { sendWithinMs } from '../charging/charge.rules.ts';
import { type Charge, chargePayment, reconcileAfter, submitCharge } from '../charging/charge.service.ts';
import { reconcilePayment } from '../charging/inquiry.service.ts';
import { findAutopayRefusal, kindOf, payableMethodOf } from '../charging/usable-method.service.ts';
import { recordConsents } from '../consents/consents.service.ts';
import type { PayingPortal } from '../feature.ts';
import { type ChargedMethod, findChargedMethod } from '../payment-methods/saved-method.repository.ts';
import { claimKey, findPaymentByKey } from '../payment-state/idempotency.repository.ts';
import { insertIntent, insertPlan } from '../payment-state/new-payment.repository.ts';
import type { Payment } from '../payment-state/payment.repository.ts';
import { announcePlan } from '../planned-payments/planned-mail.service.ts';
import { validatePlan } from '../planned-payments/planned-payments.rules.ts';
import { openComparedLookup } from '../reconciliation/processor-records.service.ts';
import { requireNoHold } from '../sessions/sessions.service.ts';
import { findDuplicatePayment, type LockedAccount, lockPayingAccount } from './make-payment.repository.ts';
import { duplicateMinutes, validatePayment } from './make-payment.rules.ts';
import { type MakePaymentCall, type PaymentRequest, paymentRequestOf } from './payment-request.rules.ts';
import { refusalOf, responseOf, retryAfterSeconds } from './payment-response.rules.ts';
import { refusalOfChoice } from './recurring-choice.service.ts';

/** What a request came to, before any call to a processor. */
type StoredRequest =
  /** The payment is stored: dated ahead, or made before by the same request. */
  | { readonly payment: Payment; readonly isDuplicate: boolean }
  /** The payment is stored as SUBMITTING and may be charged, where charges may be missing here after a look at the processor's. */
  | { readonly charge: Charge; readonly isLookedUp: boolean };

const call = 'make-payment';
const minuteMs = 60_000;
const keyLifetimeMs = keyLifetimeHours * 60 * minuteMs;

/**
 * API-11: pays once, now or on the day of `payment_date`. Commits the payment before it calls the processor and records the
 * result after. If the result is unknown, reconciliation continues and the caller reads PENDING. Throws a {@link Refusal}
 * when nothing was charged.
 */
export async function makePayment(portal: PayingPortal, call: MakePaymentCall): Promise<MadePayment> {
  const request = paymentRequestOf(portal, call);
  if (request.recurringConsent) requireNoHold(portal, call.caller);
  const stored = await storeUnblocked(portal, request);
  const isDuplicate = 'isDuplicate' in stored && stored.isDuplicate;
  const payment = 'charge' in stored ? await chargeStored(portal, stored) : stored.payment;
  const response = responseOf(payment, request.language);
  if (response instanceof Refusal) throw response;
  return isDuplicate && request.key === undefined ? { ...response, alreadyMade: true } : response;
}

async function chargeStored(
  portal: PayingPortal,
  { charge, isLookedUp }: Extract<StoredRequest, { readonly charge: Charge }>,
): Promise<Payment> {
  if (!isLookedUp) return await chargePayment(portal, charge);
  return await chargeUnlessFound(portal, openComparedLookup(portal), charge);
}

/** Stores the payment. If another one of the account blocks it, reconciles that one and tries once more. */
async function storeUnblocked(portal: PayingPortal, request: PaymentRequest): Promise<StoredRequest> {
  try {
    const first = await storeRequest(portal, request);
    if (!('unresolvedId' in first)) return first;
    await reconcilePayment(portal, { accountId: request.accountId, id: first.unresolvedId }, 'customer');
    const second = await storeRequest(portal, request);
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
  portal: PayingPortal,
  request: PaymentRequest,
): Promise<StoredRequest | { readonly unresolvedId: string }> {
  const { loginId, accountId } = request;
  return await portal.db.transaction().execute(async (trx) => {
    const [account, { now, today }] = await Promise.all([
      lockPayingAccount(trx, loginId, accountId),
      portal.moment(trx),
    ]);
    if (!account) throw notFound('billing_account_id');
    const sendBefore = deadlineIn(sendWithinMs, portal.clock);
    const [duplicate, method, balance] = await Promise.all([
      findDuplicate(trx, request, now, today),
      findChargedMethod(trx, accountId, request.methodId),
      getBalance(trx, accountId, today),
    ]);
    if (duplicate) return { payment: duplicate, isDuplicate: true };
    if (!method) throw notFound('payment_method');
    const terms = { account, method, balance, now, today, sendBefore };
    const unresolvedId = await requireAllowed(trx, portal, request, terms);
    return unresolvedId ? { unresolvedId } : await insertPayment(trx, portal, request, terms);
  });
}

/** What a request is stored under, with its account locked. */
interface PaymentTerms {
  readonly account: LockedAccount;
  readonly method: ChargedMethod;
  readonly balance: Balance;
  /** The database's time. */
  readonly now: Date;
  readonly today: string;
  readonly sendBefore: Deadline;
}

/** Returns the payment whose missing result blocks the request. Throws a {@link Refusal} when it is not allowed. */
async function requireAllowed(
  trx: Trx,
  portal: PayingPortal,
  request: PaymentRequest,
  { account, method, balance, today }: PaymentTerms,
): Promise<string | undefined> {
  const { isActive } = account;
  const { projectedBalanceCents, unresolvedPaymentId } = balance;
  const maximumCents = portal.config.limits.paymentMaximumDollars * 100;
  const payable = { isActive, projectedBalanceCents, maximumCents, today };
  const failure =
    validatePayment(request, payable, payableMethodOf(portal, method)) ??
    validatePlan(request, { today, lastDay: lastPlanDay(balance.openItems) }, kindOf(method));
  const blockedBy = request.plannedFor === undefined ? unresolvedPaymentId : null;
  // The result that is missing can be what changed the balance.
  if (failure && !(blockedBy && failure.code === 'payments.balance-changed')) throw refusalOf(failure);
  if (request.recurringConsent) {
    const { accountId, methodId, language } = request;
    const reason = await findAutopayRefusal(trx, portal, { accountId, isActive, methodId }, today);
    if (reason) throw refusalOfChoice(reason, language);
  }
  if (blockedBy) return blockedBy;
  // Its account waits after a restore, or its processor is away.
  const cannotCharge = account.isWaiting || portal.processors[method.processor].refusesCalls();
  if (request.plannedFor === undefined && cannotCharge)
    throw new Refusal('payments.processor-unavailable', { retryAfterSeconds });
  return undefined;
}

async function insertPayment(
  trx: Trx,
  portal: PayingPortal,
  request: PaymentRequest,
  { account, method, now, today, sendBefore }: PaymentTerms,
): Promise<StoredRequest> {
  const { accountId, loginId, amountCents, plannedFor, client } = request;
  const actor = `login:${loginId}`;
  const values = {
    ...{ accountId, loginId, amountCents, method, occurredAt: now, occurredOn: today },
    isRecurring: request.recurringConsent !== undefined,
    ...(await storeConsents(trx, portal, request, { method, now })),
  };
  if (plannedFor !== undefined) {
    const payment = await insertPlan(trx, values, plannedFor);
    await claimRequestKey(trx, request, payment, now);
    await announcePlan(trx, portal, { payment, event: 'planned', actor, client, now });
    return { payment, isDuplicate: false };
  }
  const payment = await insertIntent(trx, { ...values, reconcileAt: reconcileAfter(now, portal) });
  await claimRequestKey(trx, request, payment, now);
  const charge = await submitCharge(trx, portal, { payment, method, actor, client, now, sendBefore });
  return { charge, isLookedUp: account.isUnsure && method.processor === 'transafe' };
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
  { config }: Portal,
  request: PaymentRequest,
  { method, now }: Pick<PaymentTerms, 'method' | 'now'>,
): Promise<{ consentId: string | null; autopayConsentId: string | null }> {
  const { accountId, loginId, client, amountCents, plannedFor, recurringConsent } = request;
  const debit = kindOf(method) === 'bank' ? request.debitConsent : undefined;
  const consents = [debit, recurringConsent].filter((consent) => consent !== undefined);
  const values = { amount: formatCents(amountCents), ...(plannedFor && { day: plannedFor }) };
  const { brand } = config;
  const scope = { accountId, loginId, clientAddress: client.address, at: now, brand, values };
  const ids = await recordConsents(trx, scope, consents);
  return { consentId: ids.get('bank-debit') ?? null, autopayConsentId: ids.get('autopay') ?? null };
}
