import { formatCents } from '@myaccount/contract/money';
import type { ChargeKind } from '../../gateways/card-processor/card-processor.ts';
import { recordAudit } from '../../platform/audit.ts';
import { dayOf } from '../../platform/business-day.ts';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { Refusal } from '../../platform/http/problems.ts';
import { type Language, translator } from '../../platform/texts.ts';
import type { Balance } from '../balance/balance.rules.ts';
import { getBalance } from '../balance/balance.service.ts';
import { isBankAccount } from '../payment-methods/payment-methods.rules.ts';
import { openToken } from '../payment-methods/payment-methods.service.ts';
import {
  type ChargedMethod,
  findChargedMethod,
  findKeyed,
  findSamePayment,
  insertBankConsent,
  insertIntent,
  type KeyScope,
  keepKey,
  type LockedAccount,
  lockOwnAccount,
} from './make-payment.repository.ts';
import {
  bankDebitTextVersion,
  drawReference,
  keyHours,
  objectionTo,
  type PaymentObjection,
  sameIntentMinutes,
} from './make-payment.rules.ts';
import { retryAfterSeconds } from './payment-answer.rules.ts';
import { insertAttempt } from './payment-outcome.repository.ts';
import type { PaymentParts } from './payment-outcome.service.ts';
import type { Payment } from './payments.repository.ts';
import { crashMarginMs } from './reconcile.rules.ts';

/** What a sign-in wants to pay, as it was asked. */
export interface PaymentWish {
  readonly loginId: string;
  readonly client: Client;
  readonly language: Language;
  /** The caller’s Idempotency-Key. */
  readonly key: string | undefined;
  readonly requestHash: Buffer;
  readonly accountId: string;
  readonly methodId: string;
  readonly amountCents: number;
  readonly seenBalanceCents: number | undefined;
  readonly consent: { readonly textVersion: string; readonly language: Language } | undefined;
}

/** What became of the wish, before any processor heard of it. */
export type Begun =
  /** It was made before: by the same key, or, without one, the same payment a moment ago. */
  | { readonly step: 'earlier'; readonly payment: Payment }
  /** Another payment of the account must be found out about first. */
  | { readonly step: 'blocked'; readonly unresolvedId: string }
  /** Written down: it may be charged now. */
  | { readonly step: 'begun'; readonly payment: Payment; readonly token: string; readonly kind: ChargeKind };

const call = 'make-payment';
const minuteMs = 60_000;

/** Writes the intent, alone on its account while it does; refuses what cannot be paid. Nothing is charged here. */
export async function beginPayment(parts: PaymentParts, wish: PaymentWish): Promise<Begun> {
  return await parts.portal.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, wish.loginId, wish.accountId);
    if (!account) throw unknown('billing_account_id');
    const now = parts.portal.clock.now();
    const earlier = await findEarlier(trx, parts, { wish, now });
    if (earlier) return { step: 'earlier', payment: earlier };
    const method = await findChargedMethod(trx, account.id, wish.methodId);
    if (!method) throw unknown('payment_method');
    const today = dayOf(now, parts.portal.config.timeZone);
    const balance = await getBalance(trx, account.id, today);
    const objection = objectionOf(parts, { wish, account, method, balance, now });
    if (objection && objection.code !== 'payments.balance-changed') throw refusalOf(objection);
    if (balance.unresolvedPaymentId) return { step: 'blocked', unresolvedId: balance.unresolvedPaymentId };
    if (objection) throw refusalOf(objection);
    if (parts.processors[method.processor].refusesCalls()) {
      throw new Refusal('payments.processor-unavailable', { retryAfterSeconds });
    }
    return await writeIntent(trx, parts, { wish, method, now });
  });
}

interface Asked {
  readonly wish: PaymentWish;
  readonly now: Date;
}

async function findEarlier(
  trx: Trx,
  { portal }: PaymentParts,
  { wish, now }: Asked,
): Promise<Payment | undefined> {
  if (wish.key === undefined) {
    return await findSamePayment(trx, {
      accountId: wish.accountId,
      methodId: wish.methodId,
      amountCents: wish.amountCents,
      since: new Date(now.getTime() - sameIntentMinutes * minuteMs),
      today: dayOf(now, portal.config.timeZone),
    });
  }
  const keyed = await findKeyed(trx, keyScope(wish, wish.key), keyLimit(now));
  if (keyed && !keyed.requestHash.equals(wish.requestHash)) throw new Refusal('payments.key-reused');
  return keyed?.payment;
}

interface Judged extends Asked {
  readonly account: LockedAccount;
  readonly method: ChargedMethod;
  readonly balance: Balance;
}

function objectionOf(parts: PaymentParts, judged: Judged): PaymentObjection | undefined {
  const { wish, account, method, balance, now } = judged;
  const { limits, timeZone } = parts.portal.config;
  return objectionTo(
    {
      amountCents: wish.amountCents,
      seenBalanceCents: wish.seenBalanceCents,
      consentVersion: wish.consent?.textVersion,
    },
    {
      isActive: account.isActive,
      amountDueCents: balance.uncoveredCents,
      maximumCents: limits.paymentMaximumDollars * 100,
      today: dayOf(now, timeZone),
    },
    {
      kind: kindOf(method),
      expiresOn: method.expiresOn,
      isRemoved: method.isRemoved,
      processorTakes: parts.processors[method.processor].takes,
    },
  );
}

interface Granted extends Asked {
  readonly method: ChargedMethod;
}

async function writeIntent(trx: Trx, parts: PaymentParts, granted: Granted): Promise<Begun> {
  const { portal } = parts;
  const { wish, method, now } = granted;
  const token = openToken(portal, method.token);
  const payment = await insertIntent(trx, {
    accountId: wish.accountId,
    loginId: wish.loginId,
    amountCents: wish.amountCents,
    occurredAt: now,
    occurredOn: dayOf(now, portal.config.timeZone),
    method,
    reference: drawReference(),
    consentId: await keepConsent(trx, parts, granted),
    reconcileAt: new Date(now.getTime() + portal.config.processorTimeoutMs + crashMarginMs),
  });
  await insertAttempt(trx, payment, {
    kind: 'charge',
    startedAt: now,
    finishedAt: null,
    outcome: null,
    detail: null,
  });
  if (wish.key !== undefined) {
    const use = { payment, requestHash: wish.requestHash, now, since: keyLimit(now) };
    const isKept = await keepKey(trx, keyScope(wish, wish.key), use);
    if (!isKept) throw new Refusal('payments.key-reused');
  }
  await recordAudit(trx, {
    at: now,
    accountId: wish.accountId,
    actor: `login:${wish.loginId}`,
    action: 'payments.submitted',
    detail: { paymentId: payment.id, amountCents: wish.amountCents, reference: payment.reference },
    client: wish.client,
  });
  return { step: 'begun', payment, token, kind: kindOf(method) };
}

/** The words of the consent are kept, not only their version: a debit may be disputed years later. */
async function keepConsent(
  trx: Trx,
  { portal }: PaymentParts,
  { wish, method, now }: Granted,
): Promise<string | null> {
  if (kindOf(method) !== 'bank' || !wish.consent) return null;
  const { brand } = portal.config;
  const values = { brand: brand.name, phone: brand.supportPhone, amount: formatCents(wish.amountCents) };
  const { language } = wish.consent;
  return await insertBankConsent(trx, {
    accountId: wish.accountId,
    loginId: wish.loginId,
    textVersion: bankDebitTextVersion,
    language,
    agreedText: translator(language)(`payments-consent.${bankDebitTextVersion}`, values),
    agreedAt: now,
    clientAddress: wish.client.address,
  });
}

function kindOf(method: ChargedMethod): ChargeKind {
  return isBankAccount(method) ? 'bank' : 'card';
}

function keyScope(wish: PaymentWish, key: string): KeyScope {
  return { loginId: wish.loginId, call, key };
}

function keyLimit(now: Date): Date {
  return new Date(now.getTime() - keyHours * 60 * minuteMs);
}

function refusalOf({ code, field, reason }: PaymentObjection): Refusal {
  return new Refusal(code, { errors: [{ field, code: reason }] });
}

function unknown(field: string): Refusal {
  return new Refusal('request.not-found', { errors: [{ field, code: 'unknown' }] });
}
