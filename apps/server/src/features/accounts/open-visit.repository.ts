import { closedJobStatuses } from '@myaccount/contract/visit-progress';
import { type Expression, sql } from 'kysely';

/** Whether visit `v` is still to come: not over, and not a day past, which the field service did not close. */
export function isOpenVisit(now: Date | Expression<Date>) {
  return sql<boolean>`v.job_status != all(${[...closedJobStatuses]}) and v.ends_at > ${now}::timestamptz - interval '1 day'`;
}
