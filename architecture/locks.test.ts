import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  distributionColumns,
  placement,
} from '../apps/server/src/platform/database/distribution/placement.ts';
import { listSources, root } from './source-files.ts';

// A distributed database locks rows where they are, so a statement that locks finds them by their account, and asks nothing
// that another node answers (docs/decisions/32-scale.md).

const lock =
  /\.(?:forUpdate|forNoKeyUpdate|forShare|forKeyShare)\(|\bfor (?:no key )?update\b(?! (?:set|to|of [a-z]+_)\b)|\bfor (?:key )?share\b/g;
const localFunction =
  /\b(?:time\(\)|chargingPause\(|charging_pause\(|current_timeline\(|now\(\)|\w+_timestamp\()/;

/** Returns the statement around a lock: the calls of a built one from its first table on, or the text of a raw one. */
function statementAt(source: string, index: number): string {
  const before = source.slice(0, index);
  if (source[index] === '.') {
    const starts = [...before.matchAll(/\b(?:trx|db)\s*\.selectFrom\(/g)];
    return before.slice(starts.at(-1)?.index);
  }
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const quote = line.split("'").length % 2 === 0 ? "'" : '`';
  return source.slice(before.lastIndexOf(quote), source.indexOf(quote, index));
}

const tableName = /(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)|\b(?:from|join) (\w+)/g;

/** Returns what is wrong with a statement that locks. */
function listFaults(statement: string): string[] {
  const [, table = ''] = /\.selectFrom\(\s*'(\w+)|\bfrom (\w+)/.exec(statement)?.filter(Boolean) ?? [];
  const column = distributionColumns.get(table);
  if (column === undefined) return [];
  const name = `(?:\\w+\\.)?${column}`;
  const isNamed = new RegExp(`'${name}', '=', \\w|isOneOf\\('${name}'|\\b${name} = '?(?:any\\()?\\$`).test(
    statement,
  );
  const tables = [...statement.matchAll(tableName)].map(([, built, raw]) => built ?? raw ?? '');
  // Citus would read the distributed table before, without a lock.
  const beside = tables.find((name) => new Map(Object.entries(placement)).get(name) === 'together');
  return [
    ...(beside ? [`${table} beside ${beside}`] : []),
    ...(isNamed ? [] : [`${table} without ${column}`]),
    ...(localFunction.test(statement) ? ['a function of the node'] : []),
  ];
}

const locks = listSources('apps/server/src')
  .filter((file) => !file.includes('/testing/'))
  .flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return [...source.matchAll(lock)].map(({ index }) => ({ file, statement: statementAt(source, index) }));
  });

test('[API-25] a statement that locks names the account of its rows, and no function of the node', () => {
  expect(locks.length).toBeGreaterThan(15);
  const faults = locks.flatMap(({ file, statement }) =>
    listFaults(statement).map((fault) => `${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  [
    ".selectFrom('appointment').select('id').where('external_id', '=', externalId)",
    'appointment without account_id',
  ],
  ["'select from account where account_number = any($1) order by id ", 'account without id'],
  [".selectFrom('payment').where('account_id', '=', id).select(time().as('now'))", 'a function of the node'],
  [
    ".selectFrom('account as a').where('a.id', '=', id).where(chargingPause(), 'is', null)",
    'a function of the node',
  ],
  [
    ".selectFrom('account as a').innerJoin('login_account as la', 'la.account_id', 'a.id').where('a.id', '=', id)",
    'account beside login_account',
  ],
  ['`select 1 from account a join login l on true where a.id = $1 ', 'account beside login'],
])('[API-25] finds: %s', (statement, fault) => {
  expect(listFaults(statement)).toEqual([fault]);
});

test('[API-25] no statement finds a row by where it is on one node', () => {
  const files = listSources('apps/server/src').filter((file) => !file.includes('/testing/'));
  expect(files.filter((file) => /\bctid\b/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
