import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import { centsFromDollars } from '@myaccount/contract/money';
import type { makePayment as endpoint, MadePayment } from '@myaccount/contract/payments';
import type { z } from 'zod';
import { dayOf } from '../../platform/business-day.ts';
import { isUniqueViolation } from '../../platform/database/failure.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import { checkConsents } from '../consents/consents.service.ts';
import { type BeginResult, beginPayment, type PaymentRequest } from './begin-payment.service.ts';
import { chargePayment } from './charge-payment.service.ts';
import { requestHash } from './make-payment.rules.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { responseOf, retryAfterSeconds } from './payment-response.rules.ts';
import { type PlanResult, planPayment } from './plan-payment.service.ts';
import { reconcilePayment } from './reconcile.service.ts';
import { recurringConsentOf } from './recurring-choice.service.ts';

/** One HTTP call of make-payment. */
export interface MakePaymentCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly language: Language;
  readonly key: string | undefined;
  readonly body: z.output<typeof endpoint.body>;
}

/**
 * API-11: pays once, now or on the day of `payment_date`. Commits the payment before it calls the processor and records the
 * result after. If the result is unknown, reconciliation continues and the caller reads PENDING. Throws a {@link Refusal}
 * when nothing was charged.
 */
export async function makePayment(context: PaymentContext, call: MakePaymentCall): Promise<MadePayment> {
  const request = paymentRequestOf(context, call);
  const { payment, isDuplicate } = await payOrPlan(context, request, call.body.payment_date);
  const response = responseOf(payment, call.language);
  if (response instanceof Refusal) throw response;
  const isAlreadyMade = isDuplicate && call.key === undefined;
  return isAlreadyMade ? { ...response, alreadyMade: true } : response;
}

/** Pays at once, also when the payment is dated today; plans a payment of any other day. */
async function payOrPlan(
  context: PaymentContext,
  request: PaymentRequest,
  day: string | undefined,
): Promise<PlanResult> {
  const { clock, config } = context.portal;
  if (day !== undefined && day !== dayOf(clock.now(), config.timeZone)) {
    return await planPayment(context, request, day);
  }
  const result = await beginUnblocked(context, request);
  if (result.outcome === 'duplicate') return { payment: result.payment, isDuplicate: true };
  const by = { actor: `login:${request.loginId}`, initiator: 'customer', client: request.client } as const;
  return { payment: await chargePayment(context, result, by), isDuplicate: false };
}

type UnblockedResult = Exclude<BeginResult, { outcome: 'blocked' }>;

/** Begins the payment. If another payment of the account blocks it, reconciles that one and tries once more. */
async function beginUnblocked(context: PaymentContext, request: PaymentRequest): Promise<UnblockedResult> {
  try {
    const first = await beginPayment(context, request);
    if (first.outcome !== 'blocked') return first;
    await reconcilePayment(context, { accountId: request.accountId, id: first.unresolvedId }, 'customer');
    const second = await beginPayment(context, request);
    if (second.outcome !== 'blocked') return second;
  } catch (error) {
    if (!isUniqueViolation(error, 'one_payment_on_its_way')) throw error;
  }
  throw new Refusal('payments.in-progress', { retryAfterSeconds });
}

function paymentRequestOf(
  { portal }: PaymentContext,
  { caller, client, language, key, body }: MakePaymentCall,
): PaymentRequest {
  const { payment_method: method } = body;
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
