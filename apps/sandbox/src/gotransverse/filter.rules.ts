import type { Condition } from '../table.ts';
import { RefusalError } from './gotransverse.store.ts';

/** Fields that can be asked for: the SQL of each, and whether it is an id. */
export type FilterFields = Readonly<Record<string, { readonly sql: string; readonly isId?: boolean }>>;

const operators = new Map(
  Object.entries({ EQ: '=', NEQ: '<>', GT: '>', GTE: '>=', LT: '<', LTE: '<=', LIKE: 'like' }),
);
const keywords = ['AND', 'OR', 'NOT', 'IN', 'IS', 'NULL', '(', ')', ','];
const tokenPattern = /\s*('(?:[^']|'')*'|[A-Za-z_]\w*|[(),])/y;
/** How a question is put together: F a field, O an operator, V a value, and C what they compare. */
const comparison = /F O V|F IN \( V(?: , V)* \)|F IS (?:NOT )?NULL/g;
const combination = /NOT C|\( C \)|C (?:AND|OR) C/;
const maxTokens = 500;

/** Reads the query language: `name EQ 'value'`, NEQ, GT, GTE, LT, LTE, LIKE, IN, IS [NOT] NULL, AND, OR, NOT, brackets. */
export function readFilter(text: string, fields: FilterFields): Condition {
  const values: Condition['values'] = [];
  let field = '';
  const parts = tokensOf(text).map((token) => {
    const operator = operators.get(token);
    if (operator) return { sign: 'O', sql: operator };
    if (keywords.includes(token)) return { sign: token, sql: token };
    const isValue = token.startsWith("'");
    if (!isValue) field = token;
    const { sql, values: given } = equals(
      fields,
      field,
      isValue ? token.slice(1, -1).replaceAll("''", "'") : '0',
    );
    if (isValue) values.push(...given);
    return isValue ? { sign: 'V', sql: '?' } : { sign: 'F', sql: sql.replace(' = ?', '') };
  });
  let shape = parts
    .map(({ sign }) => sign)
    .join(' ')
    .replace(comparison, 'C');
  while (combination.test(shape)) shape = shape.replace(combination, 'C');
  if (shape !== 'C') throw new RefusalError(`"${text}" can't be read`);
  return { sql: `(${parts.map(({ sql }) => sql).join(' ')})`, values };
}

/** Returns the condition of a field that is given as a parameter. */
export function equals(fields: FilterFields, name: string, value: string): Condition {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw new RefusalError(`"${name}" is not a field`);
  if (!field.isId) return { sql: `${field.sql} = ?`, values: [value] };
  if (!/^\d{1,15}$/.test(value)) throw new RefusalError(`"${value}" is not an id`);
  return { sql: `${field.sql} = ?`, values: [Number(value)] };
}

function tokensOf(text: string): string[] {
  const source = text.trimEnd();
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  for (let place = 0; place < source.length; place = tokenPattern.lastIndex) {
    const token = tokenPattern.exec(source)?.[1];
    if (!token || tokens.length === maxTokens) throw new RefusalError(`"${text}" can't be read`);
    tokens.push(token);
  }
  return tokens;
}
