import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import { centsOf, isWholeCents } from '@myaccount/contract/money';
import type { makePayment as endpoint } from '@myaccount/contract/payments';
import { dayOf } from '../../platform/business-day.ts';
import { idOrNobody } from '../../platform/database/uuid.ts';
import type { Client } from '../../platform/http/client.ts';
import type { SignedInCall } from '../../platform/http/endpoints.ts';
import { readerLanguage } from '../../platform/http/language.ts';
import { badField } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { checkConsents } from '../consents/consents.service.ts';
import { type RequestedPayment, requestHash } from './make-payment.rules.ts';
import { recurringConsentOf } from './recurring-choice.service.ts';

/** One HTTP call of make-payment. */
export type MakePaymentCall = SignedInCall<typeof endpoint>;

/** A login's request to pay, with the amounts in cents. */
export interface PaymentRequest extends RequestedPayment {
  readonly client: Client;
  readonly language: Language;
  readonly key: string | undefined;
  readonly loginId: string;
  /** All accounts of the login. */
  readonly accountIds: readonly string[];
  readonly requestHash: Buffer;
  readonly accountId: string;
  readonly methodId: string;
  /** The authorization of autopay, where the payer chose it with the payment (PAY-2). */
  readonly recurringConsent: AgreedConsent | undefined;
}

/** Returns what a call asks for. A payment dated today is made at once. Throws a Refusal of what cannot be read. */
export function paymentRequestOf(
  portal: Portal,
  { caller, client, headers, body }: MakePaymentCall,
): PaymentRequest {
  const { payment_method: method, payment_date: day } = body;
  const language = readerLanguage(headers['Accept-Language']);
  const isToday = day === dayOf(portal.clock.now(), portal.config.timeZone);
  return {
    loginId: caller.loginId,
    accountIds: caller.accountIds,
    client,
    language,
    key: headers['Idempotency-Key'],
    requestHash: requestHash(body),
    accountId: idOrNobody(body.billing_account_id),
    methodId: idOrNobody(typeof method === 'string' ? method : method.token),
    amountCents: centsOf(body.amount),
    seenBalanceCents: seenBalanceCentsOf(body),
    plannedFor: isToday ? undefined : day,
    debitConsent: debitConsentOf(body),
    recurringConsent: recurringConsentOf(portal, body, language),
  };
}

/** Returns the authorization of a bank debit. */
function debitConsentOf({ paymentType, consents = [] }: MakePaymentCall['body']): AgreedConsent | undefined {
  checkConsents(consents, paymentType === 'recurring' ? ['bank-debit', 'autopay'] : ['bank-debit']);
  return consents.find(({ kind }) => kind === 'bank-debit');
}

/** Returns the balance that the payer saw; undefined if the caller did not send it. */
function seenBalanceCentsOf({ seenBalance }: MakePaymentCall['body']): number | undefined {
  if (seenBalance === undefined) return undefined;
  const cents = centsOf(seenBalance);
  if (!Number.isSafeInteger(cents) || !isWholeCents(seenBalance)) throw badField('seenBalance', 'decimals');
  return cents;
}
