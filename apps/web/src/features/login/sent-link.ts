const storageKey = 'sign-in-link';
const dayMs = 86_400_000;

/**
 * A requested sign-in link, kept in local storage because the mail opens it in another tab. The challenge signs nobody in
 * without the token of the mail.
 */
interface SentLink {
  readonly challenge: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The page that the visitor wanted. */
  readonly returnTo: string | undefined;
}

/** Keeps the challenge of a link for the tab that opens the link. It replaces the one before. */
export function keepSentLink(link: SentLink): void {
  localStorage.setItem(storageKey, JSON.stringify(link));
}

export function forgetSentLink(): void {
  localStorage.removeItem(storageKey);
}

/** The server decides whether a link has expired: this computer's clock may be wrong by hours. */
function isLongExpired({ expiresAt }: SentLink): boolean {
  return !(Date.now() < Date.parse(expiresAt) + dayMs);
}

/** Returns the link that this browser requested last; undefined if there is none. */
export function findSentLink(): SentLink | undefined {
  const stored = localStorage.getItem(storageKey);
  if (!stored) return undefined;
  try {
    const link = JSON.parse(stored) as SentLink;
    if (!isLongExpired(link)) return link;
  } catch {
    // Not ours: removed below.
  }
  forgetSentLink();
  return undefined;
}

/** Calls `listener` when another tab signs in with the link. Returns a function that removes the listener. */
export function onLinkUsed(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
