import type { Counts } from '@myaccount/contract/metrics';
import { showStats } from '../features/metrics/metrics.service.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Database, Trx } from '../platform/database/connect.ts';
import type { Portal } from '../platform/portal.ts';
import type { Owner } from './owner.ts';
import { testStart } from './portal.ts';

export const hourMs = 3_600_000;

/** Returns the time so many hours after the start of a test's clock. */
export const hoursFrom = (hours: number) => new Date(Date.parse(testStart) + hours * hourMs);

/** Records a sign-in. */
export function countSignIn(db: Database | Trx, at: Date): Promise<void> {
  return recordAudit(db, { at, loginId: null, actor: 'login:1', action: 'login.succeeded' });
}

/** Deletes all that was counted, so that adding up begins at the start of the clock. */
export async function forgetCounts(owner: Owner): Promise<void> {
  for (const table of ['audit_entry', 'login_audit_entry', 'metric_counter', 'metric_hour'])
    await owner.query(`delete from ${table}`);
  await owner.query('update metric_rollup set rolled_until = $1', [hoursFrom(0)]);
}

/** Returns what the metrics page has counted since the beginning. */
export async function readCounts(portal: Portal): Promise<Counts> {
  const to = new Date(portal.clock.now().getTime() + 1);
  const { login, payment, iframe } = await showStats(portal, { from: null, to });
  return { login, payment, iframe };
}
