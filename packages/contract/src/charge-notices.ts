import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cardTypes } from './payment-methods.ts';

/** The token of the link in a notice. A malformed one is answered as an unknown one is. */
const token = z.string().min(1);

/** What is charged without a press: by autopay, or by a payment that was dated ahead. */
export const chargeNoticeKinds = ['autopay', 'planned'] as const;

/** What the link of a notice shows: the charge that it can stop. */
export const heldCharge = z.object({
  kind: z.enum(chargeNoticeKinds),
  amount: z.number(),
  /** The business day on which it is charged. */
  date: z.string(),
  card_type: z.enum(cardTypes),
  last_four: z.string().nullable(),
  /** Last four characters of the account number. */
  account_ending: z.string(),
});
export type HeldCharge = z.infer<typeof heldCharge>;

export const showHeldCharge = endpoint({
  operationId: 'heldCharge',
  feature: 'charge-notices',
  method: 'GET',
  path: '/charge-notice',
  summary: 'The charge that the link of a notice can stop. Not found once it was made or stopped.',
  requirement: 'API-27',
  isPublic: true,
  query: z.object({ Token: token }),
  reply: heldCharge,
  problems: ['request.not-found'],
});

export const stopHeldCharge = endpoint({
  operationId: 'stopHeldCharge',
  feature: 'charge-notices',
  method: 'POST',
  path: '/charge-notice/stop',
  summary: 'Stops the charge of a notice by its link. Not found once it was made or stopped.',
  requirement: 'API-27',
  isPublic: true,
  body: z.strictObject({ token }),
  reply: heldCharge,
  problems: ['request.not-found'],
});
