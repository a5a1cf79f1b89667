import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { ConsentKind } from '@myaccount/contract/consent';
import { formatDay } from '@myaccount/contract/dates';
import type { Brand } from '@myaccount/contract/web-config';
import type { Trx } from '../../platform/database/connect.ts';
import { Refusal } from '../../platform/http/problems.ts';
import { translator } from '../../platform/texts.ts';
import { insertConsent } from './consents.repository.ts';
import { findConsentFailure } from './consents.rules.ts';

/** What a text says besides its words. */
export interface ConsentValues {
  /** As it is shown: `$84.99`. */
  readonly amount?: string;
  /** Day of a payment dated ahead, `YYYY-MM-DD`: the text is then the one of a dated payment. */
  readonly day?: string;
}

/** Who agreed, when, from where, and to whose texts. */
export interface ConsentScope {
  readonly accountId: string;
  readonly loginId: string;
  readonly clientAddress: string;
  readonly at: Date;
  readonly brand: Brand;
  readonly values?: ConsentValues;
}

/** Throws a {@link Refusal} at the field of a consent that the call has no use for, or whose text is unknown. */
export function checkConsents(
  consents: readonly AgreedConsent[],
  usedKinds: readonly ConsentKind[],
  path = 'consents',
): void {
  const failure = findConsentFailure(consents, usedKinds);
  if (!failure) return;
  const { field, reason } = failure;
  throw new Refusal('request.invalid', { errors: [{ field: `${path}.${field}`, code: reason }] });
}

/**
 * Stores what was agreed to, each with its full text and not only its version: it can be disputed years later (CONSENT-1).
 * Returns the ids by kind. Throws a {@link Refusal} for a text that is unknown.
 */
export async function recordConsents(
  trx: Trx,
  scope: ConsentScope,
  consents: readonly AgreedConsent[],
): Promise<ReadonlyMap<ConsentKind, string>> {
  checkConsents(
    consents,
    consents.map(({ kind }) => kind),
  );
  const { accountId, loginId, clientAddress, at: agreedAt } = scope;
  const ids = new Map<ConsentKind, string>();
  for (const consent of consents) {
    const agreedText = agreedTextOf(consent, scope);
    const id = await insertConsent(trx, {
      ...consent,
      accountId,
      loginId,
      clientAddress,
      agreedAt,
      agreedText,
    });
    ids.set(consent.kind, id);
  }
  return ids;
}

/** Returns the words that the customer read. */
export function agreedTextOf(
  { kind, textVersion, language }: AgreedConsent,
  { brand, values = {} }: Pick<ConsentScope, 'brand' | 'values'>,
): string {
  return translator(language)(`consents.${kind}.${textVersion}`, {
    brand: brand.name,
    phone: brand.supportPhone,
    email: brand.supportEmail,
    amount: values.amount,
    ...(values.day && { context: 'dated', day: formatDay(values.day, language) }),
  });
}
