interface BrowserStorage {
  readonly name: 'localStorage' | 'sessionStorage';
  /** What the browser did not take, because site data is blocked or its room is used up. */
  readonly memory: Map<string, string>;
}

/** What the browser keeps for all tabs. */
export const browserStorage: BrowserStorage = { name: 'localStorage', memory: new Map() };

/** What the browser keeps for this tab. */
export const tabStorage: BrowserStorage = { name: 'sessionStorage', memory: new Map() };

/** Returns what a use of the browser's data returns; undefined if the browser refuses it. */
export function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Returns whether the browser lets the page keep anything: not where site data is blocked. */
export function hasStorage(): boolean {
  return attempt(() => Boolean(window.localStorage && window.sessionStorage)) ?? false;
}

/** Returns the value of a key; null if there is none. */
export function readItem({ name, memory }: BrowserStorage, key: string): string | null {
  return memory.get(key) ?? attempt(() => window[name].getItem(key)) ?? null;
}

/** Returns the value of a key as JSON; undefined if that is nothing, or nothing of ours. */
export function readStored<Stored>(storage: BrowserStorage, key: string): Stored | undefined {
  return attempt(() => JSON.parse(readItem(storage, key) ?? '') as Stored);
}

/** Keeps a value; where the browser does not, until the page closes. */
export function keepItem(storage: BrowserStorage, key: string, value: string): void {
  const { name, memory } = storage;
  memory.delete(key);
  if (attempt(() => window[name].setItem(key, value) ?? true)) return;
  // After a reload, no older value may come back.
  removeItem(storage, key);
  memory.set(key, value);
}

export function removeItem({ name, memory }: BrowserStorage, key: string): void {
  memory.delete(key);
  attempt(() => window[name].removeItem(key));
}

/** Returns every key that has a value. */
export function keysOf({ name, memory }: BrowserStorage): string[] {
  return [...memory.keys(), ...(attempt(() => Object.keys(window[name])) ?? [])];
}

/** Keeps a cookie below `path` for some seconds; over HTTPS, it is sent over nothing else. */
export function writeCookie(name: string, value: string, path: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and needs a secure page
    document.cookie = `${name}=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
  });
}
