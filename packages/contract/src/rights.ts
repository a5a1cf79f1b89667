/**
 * Who may do something with an account: any `user` of it, its `primary` user, or the `contact-owner`, who is the primary user of
 * every account that shows the same contact.
 */
export type Holder = 'user' | 'primary' | 'contact-owner';

/** Who may do one thing. With `isFresh` only in a session that a code has just confirmed. */
export interface Right {
  readonly holder: Holder;
  readonly isFresh?: true;
}
