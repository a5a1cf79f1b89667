import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import { readDatabaseTime } from '../../platform/database/database-time.ts';
import { type Deadline, deadlineIn } from '../../platform/deadline.ts';
import type { Client } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { recordConsents } from '../consents/consents.service.ts';
import {
  type ChargedMethod,
  claimKey,
  findChargedMethod,
  findDuplicatePayment,
  findPaymentByKey,
  type KeyScope,
  type LockedAccount,
  lockOwnAccount,
} from './make-payment.repository.ts';
import {
  duplicateMinutes,
  generateReference,
  keyLifetimeHours,
  sendWithinMs,
  type ValidationFailure,
  validatePayment,
} from './make-payment.rules.ts';
import { insertIntent } from './new-payment.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { refusalOf, retryAfterSeconds, unknown } from './payment-response.rules.ts';
import type { Payment } from './payments.repository.ts';
import { findAutopayRefusal, refusedChoice } from './recurring-choice.service.ts';
import {
  canChargeNow,
  kindOf,
  payableMethodOf,
  reconcileAfter,
  type SubmittedPayment,
  submitPayment,
} from './submit-payment.service.ts';

/** A login's request to pay, with the amounts in cents. */
export interface PaymentRequest {
  readonly loginId: string;
  /** All accounts of the login. */
  readonly accountIds: readonly string[];
  readonly client: Client;
  readonly language: Language;
  /** The caller's Idempotency-Key. */
  readonly key: string | undefined;
  readonly requestHash: Buffer;
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly seenBalanceCents: number | undefined;
  /** The authorization of a bank debit. */
  readonly consent: AgreedConsent | undefined;
  /** The authorization of autopay, where the payer chose it with the payment (PAY-2). */
  readonly recurringConsent: AgreedConsent | undefined;
}

/** Outcome of beginning a payment, before any call to a processor. */
export type BeginResult =
  /** The payment exists: made under the same key or, without a key, the same payment moments ago. */
  | { readonly outcome: 'duplicate'; readonly payment: Payment }
  /** Another payment of the account has no result yet and must be reconciled first. */
  | { readonly outcome: 'blocked'; readonly unresolvedId: string }
  /** The payment is stored as SUBMITTING and may be charged. */
  | ({ readonly outcome: 'created' } & SubmittedPayment);

const call = 'make-payment';
const minuteMs = 60_000;

/**
 * Validates the request and stores the payment while holding the account's lock. Charges nothing. Throws a
 * {@link Refusal} when the payment is not allowed.
 */
export async function beginPayment(context: PaymentContext, request: PaymentRequest): Promise<BeginResult> {
  return await context.portal.db.transaction().execute(async (trx) => {
    const [account, now] = await Promise.all([
      lockOwnAccount(trx, request.loginId, request.accountId),
      readDatabaseTime(trx, context.portal.databaseTime),
    ]);
    if (!account) throw unknown('billing_account_id');
    const sendBefore = deadlineIn(sendWithinMs, context.portal.clock);
    const today = dayOf(now, context.portal.config.timeZone);
    const [duplicate, method, balance] = await Promise.all([
      findDuplicate(trx, context, { request, now }),
      findChargedMethod(trx, account.id, request.methodId),
      getBalance(trx, account.id, today),
    ]);
    if (duplicate) return { outcome: 'duplicate', payment: duplicate };
    if (!method) throw unknown('payment_method');
    const failure = validateRequest(context, { request, account, method, balance, now });
    if (failure && failure.code !== 'payments.balance-changed') throw refusalOf(failure);
    await validateRecurring(trx, context, { request, account, method, today });
    if (balance.unresolvedPaymentId) return { outcome: 'blocked', unresolvedId: balance.unresolvedPaymentId };
    if (failure) throw refusalOf(failure);
    if (!canChargeNow(context, account, method))
      throw new Refusal('payments.processor-unavailable', { retryAfterSeconds });
    const submitted = await createPayment(trx, context, { request, method, now, sendBefore });
    return { outcome: 'created', ...submitted };
  });
}

interface TimedRequest {
  readonly request: PaymentRequest;
  readonly now: Date;
  /** Day of a payment dated ahead. */
  readonly plannedFor?: string;
}

/** Returns the payment of the request's key or, without a key, the same payment of moments ago. */
export async function findDuplicate(
  trx: Trx,
  { portal }: PaymentContext,
  { request, now, plannedFor }: TimedRequest,
): Promise<Payment | undefined> {
  if (request.key === undefined) {
    return await findDuplicatePayment(trx, {
      accountId: request.accountId,
      methodId: request.methodId,
      amountCents: request.amountCents,
      since: new Date(now.getTime() - duplicateMinutes * minuteMs),
      today: dayOf(now, portal.config.timeZone),
      plannedFor,
    });
  }
  const { accountIds } = request;
  const search = { ...keyScope(request, request.key), accountIds, since: keysSince(now) };
  const match = await findPaymentByKey(trx, search);
  if (match && !match.requestHash.equals(request.requestHash)) throw new Refusal('payments.key-reused');
  return match?.payment;
}

interface ValidationInput extends TimedRequest {
  readonly account: LockedAccount;
  readonly method: ChargedMethod;
  readonly balance: Balance;
}

/** Returns the first reason to refuse the request. */
export function validateRequest(
  context: PaymentContext,
  input: ValidationInput,
): ValidationFailure | undefined {
  const { request, account, method, balance, now } = input;
  const { limits, timeZone } = context.portal.config;
  return validatePayment(
    {
      amountCents: request.amountCents,
      seenBalanceCents: request.seenBalanceCents,
      consentVersion: request.consent?.textVersion,
      chargedOn: input.plannedFor,
    },
    {
      isActive: account.isActive,
      projectedBalanceCents: balance.projectedBalanceCents,
      maximumCents: limits.paymentMaximumDollars * 100,
      today: dayOf(now, timeZone),
    },
    payableMethodOf(context, method),
  );
}

/** Refuses a recurring payment whose method autopay could not charge: both happen, or neither. */
export async function validateRecurring(
  trx: Trx,
  context: PaymentContext,
  { request, account, method, today }: Omit<ValidationInput, 'balance' | 'now'> & { readonly today: string },
): Promise<void> {
  if (!request.recurringConsent) return;
  const { id: accountId, isActive } = account;
  const reason = await findAutopayRefusal(trx, context, { accountId, isActive, methodId: method.id, today });
  if (reason) throw refusedChoice(reason, request.language);
}

interface CreateInput extends TimedRequest {
  readonly method: ChargedMethod;
  readonly sendBefore: Deadline;
}

async function createPayment(
  trx: Trx,
  context: PaymentContext,
  input: CreateInput,
): Promise<SubmittedPayment> {
  const { portal } = context;
  const { request, method, now, sendBefore } = input;
  const { accountId, loginId, amountCents, client } = request;
  const payment = await insertIntent(trx, {
    accountId,
    loginId,
    amountCents,
    occurredAt: now,
    occurredOn: dayOf(now, portal.config.timeZone),
    isRecurring: request.recurringConsent !== undefined,
    method,
    reference: generateReference(),
    ...(await storeConsents(trx, context, input)),
    reconcileAt: reconcileAfter(now, portal),
  });
  await claimRequestKey(trx, request, { payment, now });
  const actor = `login:${loginId}`;
  return await submitPayment(trx, portal, { payment, method, actor, client, now, sendBefore });
}

/** Assigns the request's key to its payment. */
export async function claimRequestKey(
  trx: Trx,
  request: PaymentRequest,
  { payment, now }: { payment: Payment; now: Date },
): Promise<void> {
  if (request.key === undefined) return;
  const { accountId, id: paymentId } = payment;
  const use = { accountId, paymentId, requestHash: request.requestHash, now, since: keysSince(now) };
  const isClaimed = await claimKey(trx, keyScope(request, request.key), use);
  if (!isClaimed) throw new Refusal('payments.key-reused');
}

/** Stores what the payer agreed to: the authorization of a bank debit, and that of autopay; null where there is none. */
export async function storeConsents(
  trx: Trx,
  { portal }: PaymentContext,
  { request, method, now, plannedFor: day }: TimedRequest & { readonly method: ChargedMethod },
): Promise<{ consentId: string | null; autopayConsentId: string | null }> {
  const { accountId, loginId, client, amountCents, recurringConsent } = request;
  const debit = kindOf(method) === 'bank' ? request.consent : undefined;
  const consents = [debit, recurringConsent].filter((consent) => consent !== undefined);
  const values = { amount: formatCents(amountCents), ...(day && { day }) };
  const { brand } = portal.config;
  const scope = { accountId, loginId, clientAddress: client.address, at: now, brand, values };
  const ids = await recordConsents(trx, scope, consents);
  return { consentId: ids.get('bank-debit') ?? null, autopayConsentId: ids.get('autopay') ?? null };
}

function keyScope(request: PaymentRequest, key: string): KeyScope {
  return { loginId: request.loginId, call, key };
}

function keysSince(now: Date): Date {
  return new Date(now.getTime() - keyLifetimeHours * 60 * minuteMs);
}
