import { addDays } from '@myaccount/contract/calendar';
import { sql } from 'kysely';
import { reconcileProcessor } from '../../environment/operator.ts';
import { todayAt } from './due-customers.ts';
import { pauseAt } from './losses.ts';
import { settlementFile } from './reconcile.ts';
import type { Site } from './site.ts';

/** Days from an old file to today. */
const oldDays = [-10, -9] as const;
/** From a settlement's options: the file alone, without its control totals. */
const fileAlone = 2;

/** Passes files that do not prove what was charged, and then what lacks. Returns those that ended the pause. */
export async function passLyingFiles(site: Site): Promise<string[]> {
  const middle = await middleOfPause(site);
  const [from, to] = oldDays.map((days) => new Date(addDays(todayAt(site), days)));
  const late = ['--since', site.portal.clock.now().toISOString()];
  const lies: Record<string, () => Promise<string[]>> = {
    'a header alone': async () => (await settlementFile(site, { isEmpty: true })).slice(0, fileAlone),
    'a header with the totals of all rows': () => settlementFile(site, { isEmpty: true }),
    'another day': () => settlementFile(site, { ...(from && to && { from, to }) }),
    'all rows, narrowed and without totals': async () => [
      ...(await settlementFile(site)).slice(0, fileAlone),
      ...late,
    ],
    'wrong totals': () => settlementFile(site, { wrongCents: 1 }),
    'one of two files': () => settlementFile(site, { to: middle }),
  };
  const failures: string[] = [];
  for (const [name, write] of Object.entries(lies)) {
    const { err } = reconcileProcessor(site.settingsFor(0), await write());
    if (!(await pauseAt(site))) return [...failures, `a file that lies ended the pause: ${name}: ${err}`];
  }
  // The other one of two.
  reconcileProcessor(site.settingsFor(0), await settlementFile(site, { from: middle }));
  return failures;
}

/** Returns a time in the interval of which nobody knows what was charged. */
async function middleOfPause({ portal }: Site): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select least(unsure_from, paused_at) as at from heartbeat`.execute(
    portal.db,
  );
  return rows[0]?.at ?? new Date(0);
}
