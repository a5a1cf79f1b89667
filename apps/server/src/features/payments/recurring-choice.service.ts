import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { Language } from '@myaccount/contract/languages';
import type { makePayment as endpoint } from '@myaccount/contract/payments';
import type { z } from 'zod';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import { translator } from '../../platform/texts.ts';

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
  if (!config.flags.recurringPayments) throw refusalOfChoice('not-offered', language);
  const consent = consents.find(({ kind }) => kind === 'autopay');
  if (!consent) throw badField('consents', 'required');
  return consent;
}

/** Returns the refusal of the recurring choice, in the reader's language. */
export function refusalOfChoice(reason: string, language: Language): Refusal {
  return new Refusal('request.invalid', {
    detail: translator(language)(`autopay.${reason}`),
    errors: [{ field: 'paymentType', code: reason }],
  });
}
