import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Longer than the portal takes to notice that its clock moved. */
const noticeMs = 500;

/** Moves the portal's clock ahead of this machine's; 0 sets it right again. */
export async function moveClock(aheadMs: number): Promise<void> {
  const file = process.env.CLOCK_FILE;
  if (!file) throw new Error('CLOCK_FILE is not set: the global setup sets it');
  writeFileSync(file, String(aheadMs));
  await setTimeout(noticeMs);
}
