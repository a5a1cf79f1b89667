import { v7 as uuidv7 } from 'uuid';
import { changedColumns, changedFields } from './import.changes.ts';
import type { Content } from './import.parse.ts';
import { remember } from './import.remember.ts';
import type { Change, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

const columnsOf = {
  kind: ['kind'],
  start: ['starts_at'],
  end: ['ends_at'],
  jobStatus: ['job_status'],
  techFirstName: ['tech_first_name'],
  shortestArrivalMinutes: ['shortest_arrival_minutes'],
  longestArrivalMinutes: ['longest_arrival_minutes'],
} as const;

/** Writes a technician’s visit; `knownId` where it is there already. */
export function writeAppointment(
  change: Change<'appointment'>,
  accountId: string,
  knownId: string | undefined,
  { context, writes }: { context: ImportContext; writes: Writes },
): void {
  const row = rowOf(change.now);
  if (knownId === undefined)
    writes.insert('appointment', { account_id: accountId, id: uuidv7(), external_id: change.key, ...row });
  else {
    const fields = changedFields(change.before, change.now);
    const set = changedColumns(fields, columnsOf, row);
    writes.update('appointment', set, { account_id: accountId, id: knownId }, 'version');
  }
  remember('appointment', change, context, writes);
}

function rowOf(now: Content<'appointment'>) {
  return {
    kind: now.kind,
    starts_at: new Date(now.start),
    ends_at: new Date(now.end),
    job_status: now.jobStatus,
    tech_first_name: now.techFirstName,
    shortest_arrival_minutes: now.shortestArrivalMinutes,
    longest_arrival_minutes: now.longestArrivalMinutes,
  };
}
