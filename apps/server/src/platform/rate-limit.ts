import { randomInt } from 'node:crypto';
import type { ProblemCode } from '@myaccount/contract/problem';
import { CompiledQuery, sql } from 'kysely';
import type { Trx } from './database/connect.ts';
import { Refusal } from './http/problems.ts';
import { limitHits } from './metrics.ts';
import type { Portal } from './portal.ts';

/** A number of uses of a key in a window that starts with the first use. What precedes the key's colon names the limit. */
export interface Budget {
  readonly key: string;
  readonly points: number;
  /** 0 means no limit. */
  readonly seconds: number;
  readonly isShared?: false;
}

/** A budget that everybody uses: several rows, so that uses do not wait for each other. It is counted and read, and refuses nobody. */
export interface SharedBudget extends Omit<Budget, 'isShared'> {
  readonly isShared: true;
}

type CountedBudget = Budget | SharedBudget;

/** Rows of a shared budget. */
const shards = 16;

/** Returns the keys of the rows of a budget. Their sum is what was counted. */
export function rowKeysOf({ key, isShared }: CountedBudget): string[] {
  if (!isShared) return [key];
  // The release before knows the first one.
  return Array.from({ length: shards }, (_, shard) => (shard === 0 ? key : `${key}:${shard}`));
}

/** A rate limit that is counted in the database, so that it holds across servers. */
export interface Limit {
  /** Counts one use. Throws a {@link Refusal} with Retry-After when the key has no points left. */
  consume(key: string): Promise<void>;
}

interface LimitOptions {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Problem code of the refusal. */
  readonly code: ProblemCode;
}

/** Returns a limit of `points` per key in `seconds`. 0 seconds means no limit. */
export function limitOf(portal: Portal, { name, points, seconds, code }: LimitOptions): Limit {
  limitHits.inc({ limit: name }, 0);
  return { consume: (key) => consumeAll(portal, [{ key: `${name}:${key}`, points, seconds }], code) };
}

// Rows are written in the order of their keys, so that two calls never wait for each other in a circle. Of budgets with one
// key the strictest counts, once.
const consumeText = `
  with budget as (
    select key, min(points) as points, max(ms) as ms
    from unnest($1::text[], $2::int[], $3::bigint[]) as b (key, points, ms) group by key
  ), used_up as (
    select key, r.expire from rate_limit r join budget b using (key) where r.expire > $4 and r.points >= b.points
  ), counted as (
    insert into rate_limit as r (key, points, expire)
    select key, 1, $4::bigint + ms from budget where not exists (select 1 from used_up) order by key
    on conflict (key) do update set
      points = case when r.expire > $4 then r.points + 1 else 1 end,
      expire = case when r.expire > $4 then r.expire else excluded.expire end
    where r.expire <= $4 or r.points < (select b.points from budget b where b.key = r.key)
    returning key
  )
  select (select max(expire) from used_up) as used_up_until, (select array_agg(key) from used_up) as used_up,
    (select count(*) from counted) = (select count(*) from budget) as is_counted`;

type Counter = Pick<Portal, 'db' | 'clock'>;

/**
 * Counts one use of every budget in one statement. If one is used up, none is counted, so that a refused caller takes
 * nothing from others who share a budget, and a {@link Refusal} with Retry-After is thrown.
 */
export async function consumeAll(
  counter: Counter,
  budgets: readonly Budget[],
  code: ProblemCode,
): Promise<void> {
  const waitMs = await useAll(counter, budgets);
  if (waitMs === undefined) return;
  throw new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** Counts one use of every budget and returns true, or counts nothing and returns false if one is used up. */
export async function tryConsume(counter: Counter, budgets: readonly Budget[]): Promise<boolean> {
  return (await useAll(counter, budgets)) === undefined;
}

interface UseResult {
  readonly used_up_until: number | null;
  readonly used_up: string[] | null;
  readonly is_counted: boolean;
}

/** Counts hits of these budgets from 0 on, so that an alert sees the first one. */
export function showHits(budgets: readonly CountedBudget[]): void {
  for (const { key } of budgets) countHits(key, 0);
}

function countHits(key: string, hits: number): void {
  limitHits.inc({ limit: key.slice(0, key.indexOf(':')) }, hits);
}

/** Returns undefined, or the time until the budgets that are used up start again, in milliseconds. */
async function useAll({ db, clock }: Counter, budgets: readonly Budget[]): Promise<number | undefined> {
  const limited = budgets.filter(({ seconds }) => seconds > 0);
  if (limited.length === 0) return undefined;
  const now = clock.now().getTime();
  const values = [...columnsOf(limited), now];
  const { rows } = await db.executeQuery<UseResult>(CompiledQuery.raw(consumeText, values));
  const { used_up_until: usedUpUntil = null, used_up: usedUp, is_counted: isCounted } = rows[0] ?? {};
  for (const key of usedUp ?? []) countHits(key, 1);
  if (usedUpUntil === null && isCounted) return undefined;
  // Without a time, calls at the same moment used the last points while this one waited for them.
  return (usedUpUntil ?? now) - now;
}

// All rows of a shared budget have one window: one that begins later ends with the others.
const countText = `
  insert into rate_limit as r (key, points, expire)
  select c.row_key, $4::int, coalesce((
    select max(w.expire) from unnest($5::text[], $6::text[]) as s (key, row_key) join rate_limit w on w.key = s.row_key
    where s.key = c.key and w.expire > $7), $7::bigint + c.ms)
  from (
    select key, min(row_key) as row_key, max(ms) as ms
    from unnest($1::text[], $2::text[], $3::bigint[]) as b (key, row_key, ms) group by key
  ) c order by c.row_key
  on conflict (key) do update set
    points = case when r.expire > $7 then r.points + $4 else $4 end,
    expire = case when r.expire > $7 then r.expire else excluded.expire end`;

/** Counts uses of every budget and refuses none. What is read afterward has these uses, and those of others at the same moment. */
export async function countUses(
  { db, clock }: Counter,
  budgets: readonly CountedBudget[],
  uses = 1,
): Promise<void> {
  const [keys, , ms] = columnsOf(budgets);
  const rowKeys = budgets.map(rowKeysOf).map((all) => all[randomInt(all.length)]);
  const values = [keys, rowKeys, ms, uses, ...rowsOf(budgets), clock.now().getTime()];
  await db.executeQuery(CompiledQuery.raw(countText, values));
}

const readText = `
  select s.key, sum(r.points)::int as uses
  from rate_limit r join unnest($1::text[], $2::text[]) as s (key, row_key) on r.key = s.row_key
  where r.expire > $3 group by s.key`;

/** Returns the uses of every budget in its window, in one statement. */
export async function readUses(
  { db, clock }: Counter,
  budgets: readonly CountedBudget[],
): Promise<{ readonly budget: CountedBudget; readonly uses: number }[]> {
  const values = [...rowsOf(budgets), clock.now().getTime()];
  const { rows } = await db.executeQuery<{ key: string; uses: number }>(CompiledQuery.raw(readText, values));
  const found = new Map(rows.map(({ key, uses }) => [key, uses]));
  return budgets.map((budget) => ({ budget, uses: found.get(budget.key) ?? 0 }));
}

/** Returns whether one of the budgets is used up. Counts nothing. */
export async function isUsedUp(counter: Counter, budgets: readonly CountedBudget[]): Promise<boolean> {
  return (await readUses(counter, budgets)).some(({ budget, uses }) => uses >= budget.points);
}

/** Returns the keys of budgets that are exceeded, of those that were read, and counts their hits. */
export function countExceeded(read: Awaited<ReturnType<typeof readUses>>): string[] {
  const exceeded = read.filter(({ budget, uses }) => uses > budget.points).map(({ budget }) => budget.key);
  for (const key of exceeded) countHits(key, 1);
  return exceeded;
}

/** Resets every limit whose key ends with this one. */
export async function resetLimits(trx: Trx, key: string): Promise<void> {
  await sql`delete from rate_limit where right(key, length(${key}) + 1) = ':' || ${key}`.execute(trx);
}

/** The key of each budget, and of its row, for every row. */
function rowsOf(budgets: readonly CountedBudget[]): [string[], string[]] {
  const distinct = new Map(budgets.map((budget) => [budget.key, rowKeysOf(budget)]));
  const rows = [...distinct].flatMap(([key, rowKeys]) => rowKeys.map((rowKey) => [key, rowKey] as const));
  return [rows.map(([key]) => key), rows.map(([, rowKey]) => rowKey)];
}

function columnsOf(budgets: readonly CountedBudget[]): [string[], number[], number[]] {
  return [
    budgets.map(({ key }) => key),
    budgets.map(({ points }) => points),
    budgets.map(({ seconds }) => seconds * 1_000),
  ];
}
