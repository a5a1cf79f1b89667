/** A storage of the browser that never throws. */
type BrowserStorage = ReturnType<typeof storageOf>;

/** Returns what a use of the browser's data returns; undefined if the browser refuses it. */
function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/**
 * Returns a storage of the browser. What it does not take, because site data is blocked or its room is used up, the page
 * remembers until it closes.
 */
function storageOf(name: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>();
  const remove = (key: string) => {
    memory.delete(key);
    attempt(() => globalThis[name].removeItem(key));
  };
  return {
    get: (key: string) => memory.get(key) ?? attempt(() => globalThis[name].getItem(key)) ?? null,
    set: (key: string, value: string): void => {
      const isKept = attempt(() => {
        globalThis[name].setItem(key, value);
        return true;
      });
      if (isKept) return void memory.delete(key);
      // After a reload, no older value may come back.
      remove(key);
      memory.set(key, value);
    },
    remove,
    keys: (): string[] => [...memory.keys(), ...(attempt(() => Object.keys(globalThis[name])) ?? [])],
  };
}

/** What the browser keeps for all tabs. */
export const browserStorage = storageOf('localStorage');

/** What the browser keeps for this tab. */
export const tabStorage = storageOf('sessionStorage');

/** Returns whether the browser lets the page keep anything: not where site data is blocked. */
export function hasStorage(): boolean {
  return attempt(() => Boolean(globalThis.localStorage && globalThis.sessionStorage)) ?? false;
}

/** Returns the value of a cookie; undefined if there is none. The name has no special characters. */
export function readCookie(name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(attempt(() => document.cookie) ?? '')?.[1];
}

/** Keeps a cookie below `path` for some seconds; over HTTPS, it is sent over nothing else. */
export function writeCookie(name: string, value: string, path: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  attempt(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and needs a secure page
    document.cookie = `${name}=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
  });
}

/** Returns what a storage has under a key as JSON; undefined if that is nothing, or nothing of ours. */
export function readStored<Stored>(storage: BrowserStorage, key: string): Stored | undefined {
  return attempt(() => JSON.parse(storage.get(key) ?? '') as Stored);
}
