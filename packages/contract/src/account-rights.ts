import type { Role } from './accounts.ts';
import type { Right } from './rights.ts';

/** Who may read and change one part of an account. Without `set` nobody changes it. */
export interface PartRights {
  readonly read: Right;
  readonly set?: Right;
  /** Its value is stored sealed. Whoever may not read it learns nothing by entering one. */
  readonly isSecret?: true;
}

/**
 * Who may read and change what of an account. The guard of API-17 and CONTACT-3, the histories, the pages, and the table in
 * docs/security.md follow it.
 */
export const accountRights = {
  emailAddress: { read: { holder: 'user' }, set: { holder: 'contact-owner', isFresh: true } },
  phoneNumber: { read: { holder: 'user' }, set: { holder: 'contact-owner' } },
  pin: {
    read: { holder: 'primary', isFresh: true },
    set: { holder: 'user', isFresh: true },
    isSecret: true,
  },
  billingAddress: { read: { holder: 'user' }, set: { holder: 'user' } },
  preference: { read: { holder: 'user' }, set: { holder: 'primary' } },
  /** Changing it is cancelling it. Whoever saved it may do that too, and only they can prove it. */
  pendingEmail: { read: { holder: 'user' }, set: { holder: 'primary' } },
  /** From where others made changes and agreed to something. Everybody reads their own. */
  networks: { read: { holder: 'primary' } },
  paperless: { read: { holder: 'user' }, set: { holder: 'user' } },
  autopay: { read: { holder: 'user' }, set: { holder: 'user' } },
  paymentMethods: { read: { holder: 'user' }, set: { holder: 'user' } },
  payments: { read: { holder: 'user' }, set: { holder: 'user' } },
} as const satisfies Readonly<Record<string, PartRights>>;

/** A part of an account that has rights. */
export type AccountPart = keyof typeof accountRights;

/** What a user is to an account. */
export interface Standing {
  readonly role: Role;
  /** True for the primary user of every account that shows the same contact; absent where only the role counts. */
  readonly ownsContact?: boolean;
}

/** Returns whether a user is a right's holder. Whether the session is fresh is another question. */
export function isHolder({ role, ownsContact = false }: Standing, { holder }: Right): boolean {
  if (holder === 'user') return true;
  return holder === 'primary' ? role === 'primary' : ownsContact;
}
