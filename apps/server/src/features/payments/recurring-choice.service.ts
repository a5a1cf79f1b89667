import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import type { makePayment as endpoint } from '@myaccount/contract/payments';
import type { z } from 'zod';
import type { Trx } from '../../platform/database/connect.ts';
import type { Client } from '../../platform/http/client.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';
import type { Payment } from './payments.repository.ts';

/** A method of a locked account that autopay is to charge. */
export interface RecurringMethod {
  readonly accountId: string;
  readonly isActive: boolean;
  readonly methodId: string;
  readonly today: string;
}

/** What the recurring choice needs of autopay (PAY-2), which uses payments and so is passed to them. */
export interface RecurringChoice {
  /** Returns why autopay cannot charge a method; undefined if it can. */
  findRefusal(trx: Trx, method: RecurringMethod): Promise<string | undefined>;
  /** Turns autopay on as the payer of an accepted payment chose, once. Never throws: the payment is made already. */
  turnOn(payment: Payment, client?: Client): Promise<void>;
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
