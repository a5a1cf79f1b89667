import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until it is so. Returns whether it was so in time. */
export async function comesTrue(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 500,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
