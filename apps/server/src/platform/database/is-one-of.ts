import { type Expression, sql } from 'kysely';

/** An id, or what stands for one in a statement that is made once. */
export type IdOperand = string | Expression<string>;

/** So many ids get a statement of their own for each number of them. */
export const keptPlans = 10;

/**
 * Returns the condition that a column of ids has one of these values. PostgreSQL keeps the plan for a few ids, which are
 * parameters each. A list of any length it would expect to have ten, and plan anew each time.
 */
export function isOneOf(column: string, ids: readonly IdOperand[]) {
  const ref = sql.ref(column);
  const isFew = ids.length > 0 && ids.length <= keptPlans;
  return isFew ? sql<boolean>`${ref} in (${sql.join(ids)})` : sql<boolean>`${ref} = any(${ids}::uuid[])`;
}
