import { createHash } from 'node:crypto';

/** Returns the reference of what is named, always the same one: 16 digits without a leading 0. Without a key: keys change. */
export function derivedReference(named: string | Buffer): string {
  const number = createHash('sha256').update(named).digest().readBigUInt64BE() >> 8n;
  const smallest = 10n ** 15n;
  return String(smallest + (number % (9n * smallest)));
}
