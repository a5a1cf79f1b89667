let last = 0;

/** 1, 2, 3 …: what tells built things of one test file apart, the same in every run. */
export function nextNumber(): number {
  last += 1;
  return last;
}
