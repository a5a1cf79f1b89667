import type { User } from '@myaccount/contract/login';
import { browserStorage, keepItem, keysOf, readItem, removeItem, tabStorage } from './browser-storage.ts';

const storageKey = 'auth-token';
const ownerKey = 'auth-owner';
const emailKey = 'auth-email';
const millisecondsPerSecond = 1000;
/** Starts the name of what stays in the browser whoever signs in. It says nothing of a customer. */
export const keptOfBrowser = 'browser:';
const ofBrowser = /^(?:language$|browser:)/;
/** What the customer typed or chose waits for the same customer's next sign-in; a requested link is another tab's. */
const keptForReturn = /^(?:language$|browser:|sign-in-link$|selected-account$|draft:|payment-intent:)/;

/** A session as the tab stores it (LOGIN-7). */
export interface Session {
  readonly accessToken: string;
  readonly idToken: string;
  readonly expiresIn: number;
  readonly tokenType: string;
  /** When the page received the tokens, ISO 8601. */
  readonly receivedAt: string;
}

/** Thrown if an id_token does not name the user. */
export class UnreadableIdToken extends Error {}

let current: Session | undefined;
let user: User | undefined;
let endedEmail: string | undefined;
/** On the page's monotonic clock, so that a change of the computer's clock ends no session. */
let endsAtMs = 0;
let hasReadStorage = false;
let tellPortal: () => void = () => undefined;

/** Returns the claims of an id_token. The page does not check the signature; the server does. */
function decodeIdToken(idToken: string): User {
  try {
    const payload = idToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as User;
    if (typeof claims.sub === 'string' && Array.isArray(claims.accounts)) return claims;
  } catch {
    // Not JSON: the error below.
  }
  throw new UnreadableIdToken();
}

function setCurrent(session: Session): void {
  const ageMs = Math.max(0, Date.now() - Date.parse(session.receivedAt));
  user = decodeIdToken(session.idToken);
  current = session;
  endsAtMs = performance.now() + session.expiresIn * millisecondsPerSecond - ageMs;
}

function readStorage(): void {
  hasReadStorage = true;
  const stored = readItem(tabStorage, storageKey);
  if (!stored) return;
  try {
    setCurrent(JSON.parse(stored) as Session);
  } catch {
    removeItem(tabStorage, storageKey);
  }
}

/** Returns this tab's session, even an expired one: calls send it, and the server decides. */
export function heldSession(): Session | undefined {
  if (!hasReadStorage) readStorage();
  return current;
}

/** Returns this tab's session unless it has expired. */
export function currentSession(): Session | undefined {
  const session = heldSession();
  return session && performance.now() < endsAtMs ? session : undefined;
}

/** Returns the user of this tab's latest session. Throws if there was none. */
export function signedInUser(): User {
  if (!hasReadStorage) readStorage();
  if (!user) throw new UnreadableIdToken();
  return user;
}

/** Returns the address of this tab's session, or of one that ended, to sign in with again; empty if there was none. */
export function latestEmail(): string {
  return heldSession() ? signedInUser().email : (endedEmail ?? readItem(tabStorage, emailKey) ?? '');
}

/** Opens a session. Deletes what another user left in this tab, such as drafts. Throws {@link UnreadableIdToken}. */
export function openSession(session: Session): void {
  hasReadStorage = true;
  setCurrent(session);
  const owner = signedInUser().sub;
  if (readItem(tabStorage, ownerKey) !== owner) clearStorage(ofBrowser);
  keepItem(tabStorage, ownerKey, owner);
  keepItem(tabStorage, storageKey, JSON.stringify(session));
}

function clearStorage(kept: RegExp): void {
  for (const storage of [tabStorage, browserStorage])
    for (const key of keysOf(storage)) if (!kept.test(key)) removeItem(storage, key);
}

/** Keeps the user, whom the page shows until it closes. */
function clearCurrent(): void {
  hasReadStorage = true;
  current = undefined;
}

/**
 * Ends the session after the server refused its token, and calls the listener. Nothing of the session stays; what the
 * customer typed or chose does, and whose it is, for the next sign-in.
 */
export function expireSession(accessToken: string): void {
  if (current?.accessToken !== accessToken) return;
  clearCurrent();
  clearStorage(keptForReturn);
  endedEmail = signedInUser().email;
  if (keysOf(tabStorage).length > 0) {
    keepItem(tabStorage, ownerKey, signedInUser().sub);
    keepItem(tabStorage, emailKey, endedEmail);
  }
  tellPortal();
}

/** Ends the session and deletes everything that the tab stored except what is the browser’s. */
export function closeSession(): void {
  clearCurrent();
  endedEmail = undefined;
  clearStorage(ofBrowser);
}

/** Has `listener` called when the server ends the session; only the one that was set last. */
export function onSessionEnded(listener: () => void): void {
  tellPortal = listener;
}
