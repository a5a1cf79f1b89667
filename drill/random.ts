import { createHash } from 'node:crypto';

/** Repeatable random choices. */
export interface Random {
  /** Returns a whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  oneOf<T>(choices: readonly T[]): T;
}

/** Returns the same random choices for the same seed: hashes of the seed and a counter. */
export function randomFrom(seed: number): Random {
  let drawn = 0;
  const below = (limit: number) => {
    drawn += 1;
    return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE() % limit;
  };
  return { below, oneOf: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T };
}
