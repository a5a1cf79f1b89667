import type { saveCardFormMethod, saveFrameMethod } from '@myaccount/contract/add-method';
import type { AgreedConsent } from '@myaccount/contract/agreed-consents';
import type { MethodType } from '@myaccount/contract/payment-methods';
import type { FieldError } from '@myaccount/contract/problem';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { z } from 'zod';
import { withoutLongNumbers } from '../audit/audit.rules.ts';
import type { CapturedMethod } from './captures.repository.ts';
import { expirationOf, referenceOf } from './payment-methods.rules.ts';

/** Time in which a captured method can be saved, from its service's answer. */
export const saveWithinMinutes = 15;

/** A request to save a captured method. */
export interface SaveRequest {
  readonly billingAccount: { readonly id: string; readonly numbers: Readonly<Record<string, string>> };
  /** The captured method, by the token that its verification returned. */
  readonly handle: string;
  readonly handleField: string;
  readonly processor: ProcessorName;
  readonly methodType: MethodType;
  readonly nickname: string | null;
  readonly holderName: string | null;
  /** What the page says about the method, by field. It must be what the service said. */
  readonly stated: Readonly<Record<string, string>>;
  readonly isDefault: boolean;
  readonly consents: readonly AgreedConsent[];
}

const fieldsPath = 'payment_method.custom_field_values';

/** Returns the request of a method from TranSafe's frame, or its first invalid field. */
export function frameRequestOf(body: z.output<typeof saveFrameMethod.body>): SaveRequest | FieldError {
  const { reference, custom_field_values: fields } = body.payment_method;
  const names = fields.map(({ name }) => name);
  if (new Set(names).size < names.length) return { field: fieldsPath, code: 'invalid' };
  const readField = (name: string) => fields.find((field) => field.name === name)?.value.trim() || null;
  const handle = readField('Token');
  if (!handle) return { field: fieldsPath, code: 'required' };
  const nickname = readField('Nick Name');
  const holderName = readField('accountname');
  if (holdsNumber(nickname)) return { field: fieldsPath, code: 'invalid' };
  return {
    ...commonOf(body),
    handle,
    handleField: fieldsPath,
    processor: 'transafe',
    methodType: 'custom',
    nickname,
    // The customer cannot change a name that looks like a number.
    holderName: holderName && withoutLongNumbers(holderName),
    stated: { reference },
  };
}

/** Returns the request of a card from Chase's form, or its first invalid field. */
export function cardFormRequestOf(body: z.output<typeof saveCardFormMethod.body>): SaveRequest | FieldError {
  const { token, nickname, card_type, expiration_date, last_four } = body.payment_method;
  const name = nickname?.trim() || null;
  if (holdsNumber(name)) return { field: 'payment_method.nickname', code: 'invalid' };
  return {
    ...commonOf(body),
    handle: token,
    handleField: 'payment_method.token',
    processor: 'orbital',
    methodType: 'tokenized-credit-card',
    nickname: name,
    holderName: null,
    stated: { card_type, expiration_date, last_four },
  };
}

function commonOf(
  body: Pick<z.output<typeof saveFrameMethod.body>, 'auto_payment' | 'billing_account' | 'consents'>,
) {
  const { id, ...numbers } = body.billing_account;
  return {
    billingAccount: { id, numbers: numbers as Record<string, string> },
    isDefault: body.auto_payment,
    consents: body.consents ?? [],
  };
}

/** A card or account number in a text field was typed into the wrong place: it is refused, not stored. */
function holdsNumber(text: string | null): boolean {
  return text !== null && withoutLongNumbers(text) !== text;
}

/** Returns the first field in which the page says something else than the service; undefined if there is none. */
export function misstatedField(
  { stated }: Pick<SaveRequest, 'stated'>,
  method: Omit<CapturedMethod, 'token'>,
): string | undefined {
  const truth: Readonly<Record<string, string | null>> = {
    reference: referenceOf(method),
    card_type: method.cardType,
    expiration_date: method.expiresOn && expirationOf(method.expiresOn),
    last_four: method.lastFour,
  };
  const wrong = Object.entries(stated).find(([field, value]) => truth[field] !== value);
  return wrong && `payment_method.${wrong[0]}`;
}
