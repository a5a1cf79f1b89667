import { z } from 'zod';
import { agreedConsents } from './agreed-consents.ts';
import { endpoint } from './endpoint.ts';
import { cardTypes } from './payment-methods.ts';
import { isFilled, maximumNameLength, opaqueId, text } from './text.ts';

/** Most characters of a method's nickname. */
export const maximumNickname = 40;
/** The holder's name as the account has it: first and last name, or a business. */
const holderName = text(2 * maximumNameLength + 1).refine(isFilled, { params: { code: 'required' } });
/** A ticket or uid of an outside service. */
const captureReference = z.string().regex(/^[\x21-\x7e]{1,256}$/);
const unixSeconds = z.int().min(0).max(99_999_999_999);

export const signFrame = endpoint({
  operationId: 'signFrame',
  feature: 'payment-methods',
  method: 'POST',
  path: '/hash/transafe/frame',
  summary: 'Signs the hidden form that opens TranSafe’s frame. A sequence is signed once.',
  requirement: 'API-19',
  body: z.strictObject({
    /** Unix seconds, at most two minutes from the server’s clock. */
    ts: unixSeconds,
    /** Origin of the page: the portal’s own. */
    domain: text(256, 1),
    /** One of `frameStyleSheets` at that origin. */
    styles: text(512, 1).optional(),
    /** Random, new for each frame. */
    sequence: z.string().regex(/^[A-Za-z0-9-]{16,64}$/),
    isAccountHolderName: z.boolean(),
    isACHPayment: z.boolean(),
  }),
  reply: z.object({
    /** HMAC-SHA256 of the values in this order, in hex: the input `hmac-hmacsha256`. */
    hash: z.string(),
    /** The other hidden inputs. */
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  problems: ['request.too-many', 'payment-methods.sequence-used'],
});

export const verifyTicket = endpoint({
  operationId: 'verifyTicket',
  feature: 'payment-methods',
  method: 'GET',
  path: '/transafe/transaction/verify',
  summary: 'What a ticket of TranSafe’s frame refers to. The same ticket has one answer, for one login.',
  requirement: 'API-19',
  query: z.object({ cardshieldticket: captureReference }),
  reply: z.object({
    /** `AUTH`, or why the service refuses. */
    code: z.string(),
    cardtype: z.enum(cardTypes).nullable(),
    /** The masked number. */
    account: z.string().nullable(),
    /** Our handle, for saving the method. */
    token: z.string().nullable(),
    verbiage: z.string().nullable(),
  }),
  problems: [
    'request.not-found',
    'request.too-many',
    'payment-methods.in-progress',
    'payment-methods.service-unavailable',
  ],
});

export const openCardForm = endpoint({
  operationId: 'openCardForm',
  feature: 'payment-methods',
  method: 'GET',
  path: '/payments/chase/uid',
  summary: 'Opens Chase’s card form. The uid belongs to the login.',
  requirement: 'API-20',
  query: z.object({
    form_name: text(64, 1),
    /** Nothing is charged. */
    total_amount: z.literal('0.00'),
    billing_name: holderName,
  }),
  reply: z.object({ uid: z.string() }),
  problems: ['request.not-found', 'request.too-many', 'payment-methods.service-unavailable'],
});

export const readCardForm = endpoint({
  operationId: 'readCardForm',
  feature: 'payment-methods',
  method: 'GET',
  path: '/payments/chase/payment-method',
  summary: 'The card that was typed into Chase’s form.',
  requirement: 'API-20',
  query: z.object({ uid: captureReference }),
  reply: z.object({
    /** Our handle, for saving the method. */
    token: z.string(),
    nickname: z.string().nullable(),
    card_type: z.enum(cardTypes),
    expiration_date: z.string(),
    last_four: z.string(),
  }),
  problems: [
    'request.not-found',
    'request.too-many',
    'payment-methods.not-complete',
    'payment-methods.service-unavailable',
  ],
});

const savedMethodCommon = {
  /** Makes the method the default. */
  auto_payment: z.boolean(),
  multi_factor_auth: z.boolean().optional(),
  billing_account: z.strictObject({
    id: opaqueId,
    account_num: opaqueId.optional(),
    external_account_num: opaqueId.optional(),
  }),
  consents: agreedConsents,
};
const nickname = text(maximumNickname);
const savedMethodReply = z.object({ id: z.string(), auto_payment: z.boolean() });
const savingProblems = [
  'request.not-found',
  'request.too-many',
  'security-hold',
  'payment-methods.capture-expired',
  'payment-methods.expired',
  'payment-methods.not-taken',
] as const;

export const saveFrameMethod = endpoint({
  operationId: 'saveFrameMethod',
  feature: 'payment-methods',
  method: 'POST',
  path: '/payments/recurring-payments',
  summary:
    'Saves a card or bank account of TranSafe’s frame. Its token is the handle of a verified ticket, once.',
  requirement: 'API-14',
  body: z.strictObject({
    ...savedMethodCommon,
    payment_method: z.strictObject({
      payment_method_type: z.literal('custom'),
      /** Card type, `;`, and the last digits: at most 12 characters. */
      reference: text(12, 1),
      custom_field_values: z
        .array(
          z.discriminatedUnion('name', [
            z.strictObject({ name: z.literal('Token'), value: opaqueId }),
            z.strictObject({ name: z.literal('Nick Name'), value: nickname }),
            z.strictObject({ name: z.literal('accountname'), value: holderName }),
          ]),
        )
        .max(3),
    }),
  }),
  reply: savedMethodReply,
  status: 201,
  problems: savingProblems,
});

export const saveCardFormMethod = endpoint({
  operationId: 'saveCardFormMethod',
  feature: 'payment-methods',
  method: 'POST',
  path: '/payments/make-recurring-payment-chase',
  summary:
    'Saves a card of Chase’s form, once the processor has verified it. Its token is the handle of a complete form, once.',
  requirement: 'API-14',
  body: z.strictObject({
    ...savedMethodCommon,
    payment_method: z.strictObject({
      payment_method_type: z.literal('tokenized-credit-card'),
      token: opaqueId,
      nickname: nickname.nullable(),
      card_type: z.enum(cardTypes),
      /** MM/YYYY. */
      expiration_date: z.string().regex(/^(?:0[1-9]|1[0-2])\/\d{4}$/),
      last_four: z.string().regex(/^\d{4}$/),
    }),
  }),
  reply: savedMethodReply,
  status: 201,
  problems: [...savingProblems, 'payment-methods.not-verified'],
});
