import type pg from 'pg';
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

/** Returns each table of customer data with the column that has the account id: what leads its main index. */
export async function readAccountColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; first: string }>(`
    select c.relname as name, a.attname as first from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_index i on i.indrelid = c.oid and (i.indisprimary
      or (c.relname = 'audit_entry' and i.indexrelid = 'audit_by_account'::regclass))
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relkind = 'r' and (a.attname = 'account_id' or c.relname = 'account')`);
  return new Map(rows.map(({ name, first }) => [name, first]));
}

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
