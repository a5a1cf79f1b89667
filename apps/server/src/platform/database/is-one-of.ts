import { type Expression, sql } from 'kysely';

/** An id, or its placeholder in a statement that is made once. */
export type IdOperand = string | Expression<string>;

/** Up to this many ids, each number of them has its own statement. */
export const keptPlans = 10;

/**
 * Returns the condition that a column of ids has one of these values. PostgreSQL keeps the plan for a few ids, which are
 * parameters each. A list of any length it would expect to have ten, and plan again each time.
 */
export function isOneOf(column: string, ids: readonly IdOperand[]) {
  const ref = sql.ref(column);
  const isFew = ids.length > 0 && ids.length <= keptPlans;
  return isFew ? sql<boolean>`${ref} in (${sql.join(ids)})` : sql<boolean>`${ref} = any(${ids}::uuid[])`;
}
