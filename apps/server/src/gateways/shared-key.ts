import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Returns the check of the key that a service's callbacks carry: the current one or, while it is rotated, the one before. Each is
 * compared, and in constant time, so that the time says nothing about which one is near.
 */
export function keyCheck(current: string, previous: string | null): (given: string) => boolean {
  const keys = [current, ...(previous === null ? [] : [previous])].map(digest);
  return (given) => keys.map((key) => timingSafeEqual(key, digest(given))).includes(true);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
