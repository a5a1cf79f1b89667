import type { LoginMethod } from '@myaccount/contract/login';

/** A sign-in in progress: a code or a link is on its way to the address. */
export interface SentMail {
  readonly email: string;
  readonly method: LoginMethod;
  /** Goes with the code or the link's token, and with a request for a new mail. Undefined for a code of another tab. */
  readonly challenge: string | undefined;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Milliseconds since 1970, by this computer's clock. */
  readonly sentAt: number;
}

const storageKey = 'sign-in-code';

/** Keeps the sign-in that waits for a code, so that a reload of the tab finds it again (LOGIN-5). */
export function keepSentCode(mail: SentMail): void {
  sessionStorage.setItem(storageKey, JSON.stringify(mail));
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(storageKey);
}

/** Returns the sign-in that waits for a code in this tab; undefined if there is none. */
export function findSentCode(): SentMail | undefined {
  // The server renders sign-in as for a new visitor.
  if (typeof sessionStorage === 'undefined') return undefined;
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as SentMail | null) ?? undefined;
  } catch {
    return undefined;
  }
}
