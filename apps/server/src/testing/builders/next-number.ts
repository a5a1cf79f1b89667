let last = 0;

/** Returns 1, 2, 3, and so on: unique numbers in a test file, the same in every run. */
export function nextNumber(): number {
  last += 1;
  return last;
}
