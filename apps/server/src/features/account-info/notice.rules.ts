/** What of an account a notice can say was changed. `waiting-email`: a new address, which waits for its code. */
export const noticeParts = [
  'waiting-email',
  'email',
  'sign-in',
  'phone',
  'pin',
  'address',
  'preference',
  'delivery',
] as const;
export type NoticePart = (typeof noticeParts)[number];
