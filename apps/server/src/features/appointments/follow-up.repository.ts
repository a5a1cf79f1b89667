import type { Database } from '../../platform/database/connect.ts';
import { closedStatuses } from './appointments.rules.ts';

/** Returns open visits of some days, as the field service names them, that it did not report lately. */
export async function listVisitsToRead(
  db: Database,
  wanted: {
    readonly from: Date;
    readonly until: Date;
    readonly reportedBefore: Date;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom('appointment')
    .select('external_id as externalId')
    .where('job_status', 'not in', closedStatuses)
    .where('starts_at', '>=', wanted.from)
    .where('starts_at', '<', wanted.until)
    .where((eb) => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<', wanted.reportedBefore)]))
    .where('external_id', 'is not', null)
    .orderBy('starts_at')
    .limit(wanted.limit)
    .execute();
  return rows.flatMap(({ externalId }) => externalId ?? []);
}
