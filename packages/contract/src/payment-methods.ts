import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { paymentFailures } from './payment-failures.ts';
import { opaqueId } from './text.ts';

export const cardTypes = [
  'VISA',
  'DISCOVER',
  'MASTERCARD',
  'AMEX',
  'MC',
  'DISC',
  'OTHER',
  'VISADEBIT',
  'MCDEBIT',
  'OTHERDEBIT',
  'CHECK',
  'ACH',
  'JCB',
  'UNKNOWN',
] as const;
export type CardType = (typeof cardTypes)[number];

export const methodTypes = ['tokenized-credit-card', 'tokenized-bank', 'custom'] as const;
export type MethodType = (typeof methodTypes)[number];

export const paymentMethod = z.object({
  payment_method_type: z.enum(methodTypes),
  card_type: z.enum(cardTypes),
  nickname: z.string().nullable(),
  expiration_date: z.string().nullable(),
  last_four: z.string().nullable(),
  token: z.string().nullable(),
  reference: z.string().nullable(),
  account_holder_name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  custom_field_values: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** What a customer reads a method as (PAYMENTS-4): card, bank account, or neither known. */
export type MethodFamily = 'card' | 'bank' | 'payment';

const cards: readonly CardType[] = [
  'VISA',
  'DISCOVER',
  'MASTERCARD',
  'AMEX',
  'MC',
  'DISC',
  'VISADEBIT',
  'MCDEBIT',
  'JCB',
];
const banks: readonly CardType[] = ['ACH', 'CHECK'];

/** Card, bank account or neither, by the source's list of card types. */
export function methodFamily(cardType: CardType): MethodFamily {
  if (cards.includes(cardType)) return 'card';
  return banks.includes(cardType) ? 'bank' : 'payment';
}

/** Returns whether a card's last day, `YYYY-MM-DD`, has passed; false for a method without one. */
export function isExpired(expiresOn: string | null, today: string): boolean {
  return expiresOn !== null && expiresOn < today;
}

/** True for a card payment without a result, which is being confirmed. A bank debit without one is on its way for days. */
export function isBeingConfirmed(status: string, cardType: CardType): boolean {
  return status === 'PENDING' && methodFamily(cardType) === 'card';
}

/** Why autopay cannot charge a bank account: it does not exist, or too many debits came back (RETURN-1). */
export const autopayBars = ['invalid-account', 'returned'] as const;
export type AutopayBar = (typeof autopayBars)[number];

export const recurringPayment = z.object({
  id: z.string(),
  auto_payment: z.boolean(),
  valid_to: z.string().nullable(),
  payment_method: paymentMethod,
  expires_soon: z.boolean(),
  used_by: z.array(z.enum(['autopay', 'planned'])),
  /** Null when the bank said nothing against it; a card says itself when it expires. */
  no_autopay: z.enum(autopayBars).nullable(),
  /** The last payment with it failed or came back, on that business day; absent once one succeeded since. */
  declined: z.object({ date: z.string(), code: z.enum(paymentFailures) }).optional(),
});
export type RecurringPayment = z.infer<typeof recurringPayment>;

export const recurringPayments = endpoint({
  operationId: 'recurringPayments',
  feature: 'payment-methods',
  method: 'GET',
  path: '/payments/recurring-payments',
  summary: 'Saved payment methods of a billing account, default first.',
  requirement: 'API-10',
  query: z.object({ billing_account_id: opaqueId }),
  reply: z.array(recurringPayment),
  problems: ['request.not-found'],
});

/** A change of one saved method. `payment_method` must name the same method as `recurring_payment_id`. */
const methodChange = z.strictObject({
  billing_account_id: opaqueId,
  recurring_payment_id: opaqueId,
  /** The method’s id, or the method with its `token`, our handle; its other fields are ignored. */
  payment_method: z.union([opaqueId, z.object({ token: opaqueId })]),
});

export const activateMethod = endpoint({
  operationId: 'activateMethod',
  feature: 'payment-methods',
  method: 'POST',
  path: '/payments/activate',
  summary: 'Makes a saved method the default. Autopay, when it is on, charges it from then on.',
  requirement: 'API-12',
  body: methodChange,
  reply: z.object({ id: z.string(), auto_payment: z.literal(true) }),
  status: 201,
  problems: ['request.not-found', 'security-hold', 'payment-methods.removed', 'payment-methods.expired'],
});

export const deactivateMethod = endpoint({
  operationId: 'deactivateMethod',
  feature: 'payment-methods',
  method: 'POST',
  path: '/payments/deactivate',
  summary: 'Removes a saved method that is not the default and that nothing uses.',
  requirement: 'API-13',
  body: methodChange,
  reply: z.object({ id: z.string(), valid_to: z.string() }),
  problems: [
    'request.not-found',
    'payment-methods.removed',
    'payment-methods.is-default',
    'payment-methods.used-by-autopay',
    'payment-methods.used-by-planned',
  ],
});
