import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { AutopayRefusal } from '@myaccount/contract/autopay';
import type { Language } from '@myaccount/contract/languages';
import type { PaymentFailure } from '@myaccount/contract/payment-failures';
import type { makePayment as endpoint } from '@myaccount/contract/payments';
import type { z } from 'zod';
import type { Trx } from '../../platform/database/connect.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import { isStoppedByReturns } from '../payment-methods/payment-methods.rules.ts';
import { listReturnsOfMethod } from './make-payment.repository.ts';
import type { PaymentContext } from './payment-outcome.service.ts';
import { findUsableMethod } from './submit-payment.service.ts';

/** A method of a locked account that autopay is to charge. */
interface RecurringMethod {
  readonly accountId: string;
  readonly isActive: boolean;
  readonly methodId: string;
  readonly today: string;
}

/** Returns why autopay cannot charge a method; `unknown` when the account never had it. */
export async function findAutopayRefusal(
  trx: Trx,
  context: PaymentContext,
  { accountId, isActive, methodId, today }: RecurringMethod,
): Promise<AutopayRefusal | 'unknown' | undefined> {
  if (!isActive) return 'closed';
  const usable = await findUsableMethod(trx, context, { accountId, methodId, today });
  if (!usable) return 'unknown';
  if ('reason' in usable) return usable.reason;
  return (await findStoppingReturns(trx, context.portal, { accountId, methodId })) && 'returned';
}

/** RETURN-1: returns why debits of a method came back if autopay may not charge it any more; undefined otherwise. */
export async function findStoppingReturns(
  trx: Trx,
  { config }: Portal,
  method: { readonly accountId: string; readonly methodId: string },
): Promise<(PaymentFailure | null)[] | undefined> {
  const returns = await listReturnsOfMethod(trx, method);
  return isStoppedByReturns(returns, config.autopay.returnLimit) ? returns : undefined;
}

/**
 * Returns the authorization of autopay of a recurring payment; undefined for a one-time payment. Throws a
 * {@link Refusal} when the choice is not offered or not authorized.
 */
export function recurringConsentOf(
  { config }: Portal,
  { paymentType, consents = [] }: z.output<typeof endpoint.body>,
  language: Language,
): AgreedConsent | undefined {
  if (paymentType === 'onetime') return undefined;
  if (!config.flags.recurringPayments) throw refusedChoice('not-offered', language);
  const consent = consents.find(({ kind }) => kind === 'autopay');
  if (!consent) throw badField('consents', 'required');
  return consent;
}

/** Returns the refusal of the recurring choice, in the reader's language. */
export function refusedChoice(reason: string, language: Language): Refusal {
  return new Refusal('request.invalid', {
    detail: translator(language)(`autopay.${reason}`),
    errors: [{ field: 'paymentType', code: reason }],
  });
}
