import pg from 'pg';
import { watchStatements } from '../apps/server/src/testing/statement-log.ts';

/** Returns each statement that reached PostgreSQL while `work` ran, as it was sent. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  await watchStatements(work, (text) => texts.add(text));
  return texts;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
  readonly [detail: string]: unknown;
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter'];
const planned = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Returns the relations that a statement reads without the account id as a parameter, each with its alias. PostgreSQL's own
 * plan says so: it sees through joins, aliases, and subqueries, and knows what follows from an equality.
 */
export async function scansWithoutAccount(
  client: pg.Client,
  statement: string,
  accountColumns: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (!planned.test(statement)) return [];
  const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
  return scansOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((scan) => {
    const name = scan['Relation Name'] ?? '';
    const column = accountColumns.get(name);
    if (column === undefined) return [];
    const isParameter = new RegExp(`\\b${column} = (ANY \\()?\\(*(ARRAY\\[)?\\$\\d`);
    const isGiven = conditions.some((condition) => isParameter.test(String(scan[condition] ?? '')));
    return isGiven ? [] : [name === scan.Alias ? name : `${name} ${scan.Alias}`];
  });
}

/** Returns the nodes that read a table. The account id may be in the condition of an index or of its heap. */
function scansOf(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  return plan['Node Type'].endsWith('Scan') && plan['Relation Name'] ? [plan, ...below] : below;
}

/** What a statement read when it was executed (auto_explain). */
export interface ExecutedPlan {
  readonly statement: string;
  /** Its values as text. */
  readonly parameters: string;
  /** The distributed tables of which it read a partition. */
  readonly tables: readonly string[];
  /** Numbers of the partitions that it read. */
  readonly partitions: ReadonlySet<string>;
}

const partitionName = /^(\w+)_p(\d+)$/;

/** Returns what each statement of this process read while `work` ran on partitions that tell their plans. */
export async function recordPlans(work: () => Promise<unknown>): Promise<ExecutedPlan[]> {
  const plans: ExecutedPlan[] = [];
  const { emit } = pg.Client.prototype;
  pg.Client.prototype.emit = function (this: pg.Client, name: string | symbol, ...input: unknown[]) {
    const { message = '' } = (input[0] ?? {}) as { message?: string };
    const at = name === 'notice' ? message.indexOf('plan:\n{') : -1;
    if (at >= 0) plans.push(executedPlan(JSON.parse(message.slice(at + 'plan:\n'.length))));
    return Reflect.apply(emit, this, [name, ...input]);
  } as typeof emit;
  try {
    await work();
  } finally {
    pg.Client.prototype.emit = emit;
  }
  return plans;
}

function executedPlan(told: Plan & { readonly Plan: Plan }): ExecutedPlan {
  const read = scansOf(told.Plan)
    .filter((scan) => scan['Actual Loops'] !== 0)
    .flatMap((scan) => [partitionName.exec(scan['Relation Name'] ?? '') ?? []]);
  const found = read.flatMap(([, table, number]) => (table && number ? { table, number } : []));
  return {
    statement: String(told['Query Text']),
    parameters: String(told['Query Parameters'] ?? ''),
    tables: [...new Set(found.map(({ table }) => table))],
    partitions: new Set(found.map(({ number }) => number)),
  };
}

const locking = /\bfor (?:no key )?(?:update|share)\b/i;
const localFunction = /\b(?:charging_pause|current_timeline|(?:statement_|clock_)?timestamp|now)\(/i;

/** Whether a statement locks rows. */
export const isLocking = (statement: string): boolean => locking.test(statement);

/** Whether a locking statement calls a function that answers for the node that executes it. */
export const asksNode = (statement: string): boolean => isLocking(statement) && localFunction.test(statement);

const innermost = /\(([^()]*)\)/g;
const beginsSubquery = /^\s*(?:select|with)\b/i;

/** Returns whether a row of `values` has a subquery: parentheses are replaced from the inside, by § around a subquery. */
export function hasSubqueryInValues(statement: string): boolean {
  for (let text = statement; ; ) {
    if (/\bvalues[\s,_]*§/i.test(text)) return true;
    const shorter = text.replaceAll(innermost, (_, inner: string) =>
      beginsSubquery.test(inner) || inner.includes('§') ? ' § ' : ' _ ',
    );
    if (shorter === text) return false;
    text = shorter;
  }
}
