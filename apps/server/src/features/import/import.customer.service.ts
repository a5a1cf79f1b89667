import { importKeys, importOwners } from '@myaccount/contract/import';
import type pg from 'pg';
import { dayOf } from '../../platform/business-day.ts';
import type { ImportContext } from './import.service.ts';
import {
  type Content,
  type LineRefusal,
  nameRecord,
  type ParsedLine,
  parseRecord,
} from './parse/import.parse.rules.ts';
import type { StagedLine } from './parse/import.staging.repository.ts';
import { accountOf } from './plan/import.changes.rules.ts';
import { KnownRepository, recordName } from './plan/import.known.repository.ts';
import type { ImportRun } from './write/import.columns.rules.ts';
import {
  inTransaction,
  refuseCustomer,
  writeBatch,
  writeLogins,
  writePlans,
} from './write/import.passes.service.ts';

/** Records, or what finds them in the transaction that writes them. */
type CustomerRecords = readonly unknown[] | ((client: pg.ClientBase) => Promise<readonly unknown[]>);

/**
 * Imports records of one customer in one transaction, by the rules of a file: the customer, accounts and what they have, its
 * logins, and plans. A record is laid over what its last import said. Returns why records were not taken; `line` counts
 * them from 1.
 */
export async function importCustomer(
  source: CustomerRecords,
  options: Pick<ImportRun, 'actor' | 'mailsBills' | 'notesLateDebt'>,
  context: ImportContext,
): Promise<LineRefusal[]> {
  const { clock, secrets, timeZone } = context;
  const now = clock.now();
  const run: ImportRun = {
    ...{ now, today: dayOf(now, timeZone), clock, secrets, timeZone, isDryRun: false, planPrices: new Map() },
    ...{ ...options, rowsBy: 'insert', isBillingElsewhere: false },
  };
  const client = await context.pool.connect();
  let isClean = false;
  let lines: readonly ParsedLine[] = [];
  try {
    const write = async () => {
      const known = new KnownRepository(client);
      const records = typeof source === 'function' ? await source(client) : source;
      const last = await lastContents(records, known);
      const options = { secrets, smtpUtf8: context.smtpUtf8 ?? false };
      lines = records.map((record, index) => parseRecord(record, index + 1, options, last[index]));
      return await writeLines(await ownLines(lines, last, known), known, client, run);
    };
    const refusals = await inTransaction(client, run, write).catch((error) =>
      refuseCustomer(lines, error, client),
    );
    isClean = true;
    return refusals.toSorted((a, b) => a.line - b.line);
  } finally {
    client.release(!isClean);
  }
}

/** Locks whom the records are about, and returns what the last import said of each. */
async function lastContents(records: readonly unknown[], known: KnownRepository) {
  const named = records.map(nameRecord);
  const names = named.flatMap((name) => name ?? []);
  const accounts = names.flatMap((name) => accountOf(name) ?? []);
  const customers = names.flatMap(({ type, key, owner }) => {
    if (type === 'customer') return key;
    return type === 'account' ? (owner ?? []) : [];
  });
  await known.lock([...customers, ...(await known.customersOf(accounts)).values()], accounts);
  const { shared = [], own = [] } = Object.groupBy(names, ({ type }) =>
    type === 'plan' || type === 'login' ? 'shared' : 'own',
  );
  const last = new Map([
    ...(await known.lastImports(own)),
    ...(await known.lastImports(shared, 'for update')),
  ]);
  return named.map((name) => (name && last.get(recordName(name))?.content) ?? null);
}

/** The lines that count, and why others do not: those are kept without content for what depends on them. */
interface OwnLines {
  readonly kept: readonly StagedLine[];
  readonly refusals: readonly LineRefusal[];
}

/** Returns the first readable line of each record, without what is of another customer than the call. */
async function ownLines(
  lines: readonly ParsedLine[],
  last: readonly (Content | null)[],
  known: KnownRepository,
): Promise<OwnLines> {
  const { kept, refusals } = withoutDuplicates(lines);
  const accountsOf = (line: StagedLine) => {
    if (line.type !== 'login') return accountOf(line) ?? [];
    const contents = [last[line.line - 1], line.content && JSON.parse(line.content)];
    return contents.flatMap((content: Content<'login'> | null) =>
      (content?.accounts ?? []).map(({ accountNumber }) => accountNumber),
    );
  };
  const customers = await known.customersOf(kept.flatMap(accountsOf));
  for (const { type, key, owner } of kept)
    if (type === 'account' && owner !== null) customers.set(key, owner);
  const customersOf = (line: StagedLine) =>
    line.type === 'customer'
      ? [line.key]
      : [accountsOf(line)].flat().flatMap((number) => customers.get(number) ?? []);
  // A login may have accounts of several customers: it says last whose call it is.
  const rank = ({ type }: StagedLine) => (type === 'customer' ? 0 : type === 'login' ? 2 : 1);
  const [customer] = kept.toSorted((a, b) => rank(a) - rank(b)).flatMap(customersOf);
  const foreign = kept.flatMap((line) => {
    if (line.content === null) return [];
    const field = line.type === 'login' ? 'accounts' : (importOwners[line.type] ?? 'line');
    if (customer === undefined) return { line: line.line, field, reason: 'is of no known customer' };
    const [owner, ...others] = customersOf(line);
    if (owner === undefined || [owner, ...others].includes(customer)) return [];
    return { line: line.line, field, reason: `is of customer "${owner}", not of "${customer}"` };
  });
  const isForeign = new Set(foreign.map(({ line }) => line));
  return {
    kept: kept.map((line) => ({
      ...line,
      customer: customer ?? '',
      content: isForeign.has(line.line) ? null : line.content,
    })),
    refusals: [...refusals, ...foreign],
  };
}

/** Of several lines of one record the first readable one counts; the other readable ones must say the same. */
function withoutDuplicates(lines: readonly ParsedLine[]): OwnLines {
  const named = lines.flatMap(({ type, key, ...line }) =>
    type === null || key === null ? [] : { ...line, type, key, customer: '' },
  );
  const first = new Map<string, StagedLine>();
  for (const line of named.toSorted((a, b) => Number(a.content === null) - Number(b.content === null)))
    if (!first.has(recordName(line))) first.set(recordName(line), line);
  const contradicting = named.flatMap((line) => {
    const kept = first.get(recordName(line));
    if (!kept?.hash || !line.hash || line.hash.equals(kept.hash)) return [];
    const reason = `is already on line ${kept.line} with other content`;
    return { line: line.line, field: importKeys[line.type], reason };
  });
  return {
    kept: [...first.values()],
    refusals: [...lines.flatMap((line) => line.refusals), ...contradicting],
  };
}

/** Writes plans, then the customer, then logins, inside the caller's transaction. */
async function writeLines(
  { kept, refusals }: OwnLines,
  known: KnownRepository,
  client: pg.ClientBase,
  run: ImportRun,
): Promise<LineRefusal[]> {
  const {
    plan = [],
    login = [],
    others = [],
  } = Object.groupBy(kept, ({ type }) => (type === 'plan' || type === 'login' ? type : 'others'));
  await writePlans(plan, client, run);
  const all = [...refusals, ...(await writeBatch(others, known, client, run))];
  const refused = new Set(all.map(({ line }) => line));
  const accounts = async () =>
    new Map(
      others
        .filter(({ type }) => type === 'account')
        .map(({ key, line }) => [key, { line, isRefused: refused.has(line) }]),
    );
  return [...all, ...(await writeLogins(login, accounts, client, run))];
}
