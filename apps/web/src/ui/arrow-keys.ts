/** The keys that lead one back and one on. */
type Arrows = readonly [back: string, on: string];

/** Returns the index that an arrow, Home, or End leads to, around `count` parts; undefined for other keys. */
export function indexAfterKey(
  key: string,
  [back, on]: Arrows,
  index: number,
  count: number,
): number | undefined {
  if (key === back) return (index - 1 + count) % count;
  if (key === on) return (index + 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
