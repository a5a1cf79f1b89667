import type { User } from '@myaccount/contract/login';

const storageKey = 'auth-token';
const ownerKey = 'auth-owner';
const languageKey = 'language';
const millisecondsPerSecond = 1000;

/** What is kept of a sign-in (LOGIN-7). */
export interface Session {
  readonly accessToken: string;
  readonly idToken: string;
  readonly expiresIn: number;
  readonly tokenType: string;
  /** When the page received it, ISO 8601. */
  readonly receivedAt: string;
}

/** Thrown where an id_token does not say who signed in. */
export class UnreadableIdToken extends Error {}

let current: Session | undefined;
let user: User | undefined;
/** On the page's monotonic clock: a change of the computer's clock signs nobody out. */
let endsAtMs = 0;
let hasReadStorage = false;
const listeners = new Set<() => void>();

/** Claims of an id_token; the server checks signatures, the page only reads. */
export function decodeIdToken(idToken: string): User {
  try {
    const payload = idToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as User;
    if (typeof claims.sub === 'string' && Array.isArray(claims.accounts)) return claims;
  } catch {
    // Falls through to the one error there is.
  }
  throw new UnreadableIdToken();
}

function remember(session: Session): void {
  const ageMs = Math.max(0, Date.now() - Date.parse(session.receivedAt));
  user = decodeIdToken(session.idToken);
  current = session;
  endsAtMs = performance.now() + session.expiresIn * millisecondsPerSecond - ageMs;
}

function readStorage(): void {
  hasReadStorage = true;
  const stored = sessionStorage.getItem(storageKey);
  if (!stored) return;
  try {
    remember(JSON.parse(stored) as Session);
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}

/** The session kept in this tab, even past its expiry: calls carry it, the server has the last word. */
export function heldSession(): Session | undefined {
  if (!hasReadStorage) readStorage();
  return current;
}

/** The session that is open in this tab, unless it is past its expiry. */
export function currentSession(): Session | undefined {
  const session = heldSession();
  return session && performance.now() < endsAtMs ? session : undefined;
}

/** Who is signed in, or was until a moment ago; throws where nobody ever was. */
export function signedInUser(): User {
  if (!hasReadStorage) readStorage();
  if (!user) throw new UnreadableIdToken();
  return user;
}

/**
 * Opens a session. What somebody else left in this tab (drafts, the chosen account) goes; what the same person
 * left comes back. Throws {@link UnreadableIdToken}.
 */
export function openSession(session: Session): void {
  hasReadStorage = true;
  remember(session);
  const owner = signedInUser().sub;
  if (sessionStorage.getItem(ownerKey) !== owner) forgetTraces();
  sessionStorage.setItem(ownerKey, owner);
  sessionStorage.setItem(storageKey, JSON.stringify(session));
}

function forgetTraces(): void {
  const language = localStorage.getItem(languageKey);
  sessionStorage.clear();
  localStorage.clear();
  if (language) localStorage.setItem(languageKey, language);
}

/** The user stays known, for what still shows until the page is left. */
function forget(): void {
  hasReadStorage = true;
  current = undefined;
}

/** The server refused the token: signs out and tells {@link onSessionEnded}; drafts stay for the way back. */
export function expireSession(accessToken: string): void {
  if (current?.accessToken !== accessToken) return;
  forget();
  sessionStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

/** Signs out in this tab and leaves nothing behind but the choice of language. */
export function closeSession(): void {
  forget();
  forgetTraces();
}

/** Calls `listener` when the server ended the session; returns how to stop. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
