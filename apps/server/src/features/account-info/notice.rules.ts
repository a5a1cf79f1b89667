import { type ChangedPart, changeableFields, customerFields } from '@myaccount/contract/customer-fields';

/** Fields of the customer. */
const changedParts = changeableFields.map((name): ChangedPart => customerFields[name].change.part);

/** What of an account a notice can say was changed. `waiting-email`: a new address, which waits for its code. */
export const noticeParts = [
  'waiting-email',
  'email',
  'sign-in',
  ...changedParts,
  'pin',
  'address',
  'preference',
  'delivery',
] as const;
export type NoticePart = (typeof noticeParts)[number];
