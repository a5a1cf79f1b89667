import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns whether a text has the form of our ids. Treat a text that doesn't as an id that does not exist. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns a text as an id. A text that is not an id becomes an id that no row has. */
export function idOrNobody(text: string): string {
  return isUuid(text) ? text : nobody;
}

const idBytes = 16;
/** Drawing the random bytes of one id takes longer than the rest of making it, so those of many are drawn at once. */
const randomBytes = Buffer.alloc(256 * idBytes);
let usedBytes = randomBytes.length;
let [lastMs, sequence] = [0, 0];

/** Returns a new id (UUID version 7), after every one that this process made before. For many rows: an import's. */
export function newId(): string {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  const random = randomBytes.subarray(usedBytes, usedBytes + idBytes);
  usedBytes += idBytes;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Half of its range is left for ids of the same millisecond.
    sequence = random.readUInt32BE(0) >>> 1;
  } else sequence += 1;
  return uuidv7({ random, msecs: lastMs, seq: sequence });
}
