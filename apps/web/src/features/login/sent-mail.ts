import type { LoginMethod } from '@myaccount/contract/login';
import { browserStorage, keepItem, readStored, removeItem, tabStorage } from '../../api/browser-storage.ts';

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

/** A requested link, in local storage because the mail opens it in another tab: it signs nobody in without the mail's token. */
interface SentLink {
  readonly challenge: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The page that the visitor wanted. */
  readonly returnTo: string | undefined;
}

const codeKey = 'sign-in-code';
const linkKey = 'sign-in-link';
const dayMs = 86_400_000;

/** Keeps the sign-in that waits for a code, so that a reload of the tab finds it again (LOGIN-5). */
export function keepSentCode(mail: SentMail): void {
  keepItem(tabStorage, codeKey, JSON.stringify(mail));
}

export function forgetSentCode(): void {
  removeItem(tabStorage, codeKey);
}

/** Returns the sign-in that waits for a code in this tab; undefined if there is none. */
export function findSentCode(): SentMail | undefined {
  return readStored(tabStorage, codeKey);
}

/** Keeps the challenge of a link for the tab that opens the link. It replaces the one before. */
export function keepSentLink(link: SentLink): void {
  keepItem(browserStorage, linkKey, JSON.stringify(link));
}

export function forgetSentLink(): void {
  removeItem(browserStorage, linkKey);
}

/** Returns the link that this browser requested last; undefined if there is none. */
export function findSentLink(): SentLink | undefined {
  const link = readStored<SentLink>(browserStorage, linkKey);
  // The server decides whether a link has expired: this computer's clock may be wrong by hours.
  if (link && Date.now() < Date.parse(link.expiresAt) + dayMs) return link;
  forgetSentLink();
  return undefined;
}

/** Calls `listener` when another tab signs in with the link. Returns a function that removes the listener. */
export function onLinkUsed(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === linkKey && newValue === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
