import { createHash } from 'node:crypto';

/** Returns the reference of what a text names, always the same one: 16 digits without a leading 0. Without a key: keys change. */
export function derivedReference(text: string): string {
  const number = createHash('sha256').update(text).digest().readBigUInt64BE();
  const smallest = 10n ** 15n;
  return String(smallest + (number % (9n * smallest)));
}
