/** Returns what a storage of the browser has under a key; undefined if that is nothing, or nothing of ours. */
export function readStored<Stored>(storage: Storage, key: string): Stored | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? '') as Stored;
  } catch {
    return undefined;
  }
}
