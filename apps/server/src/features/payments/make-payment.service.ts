import { centsFromDollars } from '@myaccount/contract/money';
import type { makePayment as endpoint, MadePayment } from '@myaccount/contract/payments';
import type { z } from 'zod';
import { isUniqueViolation } from '../../platform/database/failure.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Caller } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Language } from '../../platform/texts.ts';
import { type Begun, beginPayment, type PaymentWish } from './begin-payment.service.ts';
import { requestHash, sendWithinMs } from './make-payment.rules.ts';
import { answerOf, retryAfterSeconds } from './payment-answer.rules.ts';
import { type PaymentParts, recordResult } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { reconcilePayment, reconcileSoon } from './reconcile.service.ts';

/** A call of make-payment. */
export interface PaymentCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly language: Language;
  readonly key: string | undefined;
  readonly body: z.output<typeof endpoint.body>;
}

/**
 * API-11: pays once. The intent is committed before the processor is called, and what it said is recorded after; an
 * answer that stays out leaves the payment to be found out about, and the caller reads PENDING. Throws the refusal
 * where nothing was charged.
 */
export async function makePayment(parts: PaymentParts, call: PaymentCall): Promise<MadePayment> {
  const wish = wishOf(call);
  const begun = await beginWhenFree(parts, wish);
  const payment = begun.step === 'begun' ? await charge(parts, wish, begun) : begun.payment;
  const answer = answerOf(payment, call.language);
  if (answer instanceof Refusal) throw answer;
  const isAlreadyMade = begun.step === 'earlier' && call.key === undefined;
  return isAlreadyMade ? { ...answer, alreadyMade: true } : answer;
}

type Started = Exclude<Begun, { step: 'blocked' }>;

/** Begins; where another payment of the account is in doubt, that one is found out about first, if it can be. */
async function beginWhenFree(parts: PaymentParts, wish: PaymentWish): Promise<Started> {
  try {
    const begun = await beginPayment(parts, wish);
    if (begun.step !== 'blocked') return begun;
    await reconcilePayment(parts, { accountId: wish.accountId, id: begun.unresolvedId }, 'customer');
    const again = await beginPayment(parts, wish);
    if (again.step !== 'blocked') return again;
  } catch (error) {
    if (!isUniqueViolation(error, 'one_payment_on_its_way')) throw error;
  }
  throw new Refusal('payments.in-progress', { retryAfterSeconds });
}

async function charge(
  parts: PaymentParts,
  wish: PaymentWish,
  { payment, token, kind }: Extract<Begun, { step: 'begun' }>,
): Promise<Payment> {
  const { portal, processors } = parts;
  if (!payment.processor || !payment.reference) return payment;
  const startedAt = payment.occurredAt;
  const result = await processors[payment.processor].charge({
    token,
    kind,
    amountCents: payment.amountCents,
    reference: payment.reference,
    sendBefore: new Date(startedAt.getTime() + sendWithinMs),
  });
  const attempt = {
    kind: 'charge',
    startedAt,
    finishedAt: portal.clock.now(),
    outcome: result.outcome,
    detail: 'text' in result ? result.text : null,
  } as const;
  try {
    const learnt = { result, attempt, actor: `login:${wish.loginId}`, client: wish.client };
    const recorded = await recordResult(portal, payment, learnt);
    if (recorded.state === 'UNKNOWN') reconcileSoon(parts, payment);
    return recorded;
  } catch (error) {
    // The charge may have gone through: it stays SUBMITTING, and reconciliation will find out.
    portal.log.error({ err: error, paymentId: payment.id }, 'result of a payment not recorded');
    return payment;
  }
}

function wishOf({ caller, client, language, key, body }: PaymentCall): PaymentWish {
  if (body.paymentType === 'recurring') throw badField('paymentType', 'invalid');
  const { payment_method: method } = body;
  return {
    loginId: caller.loginId,
    client,
    language,
    key,
    requestHash: requestHash(body),
    accountId: idOrNobody(body.billing_account_id),
    methodId: idOrNobody(typeof method === 'string' ? method : method.token),
    amountCents: centsOf(body.amount, 'amount'),
    seenBalanceCents: body.seenBalance === undefined ? undefined : centsOf(body.seenBalance, 'seenBalance'),
    consent: body.consent,
  };
}

function centsOf(dollars: number, field: string): number {
  const cents = centsFromDollars(dollars);
  if (cents === undefined) throw badField(field, 'decimals');
  return cents;
}
