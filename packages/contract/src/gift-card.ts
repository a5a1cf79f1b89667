import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { GiftCardState } from './gift-card-window.ts';
import { languageHeader } from './headers.ts';
import { opaqueId } from './text.ts';

/** Why a registration is refused. */
export type GiftCardRefusal = Exclude<GiftCardState, 'open'>;

/** Answers of `gift-card/register`: `00` is done, every other code a refusal with words. */
export const giftCardStatusCodes = {
  done: '00',
  'not-eligible': '01',
  expired: '02',
  registered: '03',
} as const satisfies Record<GiftCardRefusal | 'done', string>;

export const registerGiftCard = endpoint({
  operationId: 'registerGiftCard',
  feature: 'gift-card',
  method: 'POST',
  path: '/gift-card/register',
  summary: 'Registers an account for its gift card, once, while its window is open.',
  requirement: 'API-18',
  headers: z.object({ ...languageHeader }),
  body: z.strictObject({
    accountNumber: opaqueId,
    DiscountType: z.literal('GiftCard'),
    /** The customer confirmed the criteria and accepted the terms. */
    Optin: z.literal('true'),
  }),
  reply: z.object({
    statusCode: z.enum(Object.values(giftCardStatusCodes)),
    /** Why it is refused, in the reader's language. */
    statusDescription: z.string().optional(),
  }),
  problems: ['request.not-found'],
});
