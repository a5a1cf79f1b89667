import type { AuditAction } from '@myaccount/contract/audit-actions';
import type { ImportType } from '@myaccount/contract/import';
import { type Change, changedEntries, type Entry, type ListName } from './import.changes.rules.ts';
import { columnsOf, type Mapping, type Row } from './import.mapping.rules.ts';
import type { Content } from './import.parse.rules.ts';
import type { AccountScope, RunContext } from './import.unit.rules.ts';
import type { InsertTable, Writes } from './import.writes.repository.ts';

type RecordContext = Pick<RunContext, 'now'> & { readonly writes: Writes };

/** The row of a record. */
interface RecordRow<N extends InsertTable> {
  readonly isNew: boolean;
  readonly key: Partial<Row<N>>;
  /** Columns that do not come from the record's fields. */
  readonly columns?: Partial<Row<N>>;
}

/** Inserts a record's row, or updates the columns of its changed fields, and remembers the record. */
export function saveRecord<T extends ImportType, N extends InsertTable, C>(
  mapping: Mapping<Content<T>, N, C>,
  change: Change<T>,
  { isNew, key, columns }: RecordRow<N>,
  context: C & RecordContext,
): void {
  const { now, fields } = change;
  const { writes } = context;
  if (isNew) writes.insert(mapping.table, { ...key, ...columnsOf(mapping, now, context), ...columns });
  else writes.update(mapping.table, { ...columnsOf(mapping, now, context, fields), ...columns }, key);
  rememberRecord(change, context);
}

/** Stores what the file said of a record, so that the next import takes only what differs. */
export function rememberRecord(
  { type, key, hash, content, before }: Change,
  { writes, now }: RecordContext,
): void {
  const name = { record_type: type, record_key: key };
  const row = { content_hash: hash, content, imported_at: now };
  if (before) writes.update('import_record', row, name);
  else writes.insert('import_record', { ...name, ...row });
}

/** A list of a record that has a table of its own: the field that names an entry, and the owner's columns. */
interface EntryTable<E, N extends InsertTable, C> {
  readonly name: keyof E & string;
  readonly mapping: Mapping<E, N, C>;
  readonly owner: Partial<Row<N>>;
  readonly isNew: boolean;
}

/** Writes new and changed entries of a list, and deletes those that the file no longer has. */
export function saveEntries<T extends ImportType, L extends ListName<T>, N extends InsertTable, C>(
  change: Change<T>,
  list: L,
  { name, mapping, owner, isNew }: EntryTable<Entry<Content<T>[L]>, N, C>,
  context: C & RecordContext,
): void {
  const keyOf = (entry: Entry<Content<T>[L]>) => ({
    ...owner,
    ...columnsOf(mapping, entry, context, new Set([name])),
  });
  const { written, removed } = changedEntries(change, list, name);
  for (const entry of removed) context.writes.remove(mapping.table, keyOf(entry));
  for (const entry of written) {
    const row = { ...owner, ...columnsOf(mapping, entry, context) };
    if (isNew) context.writes.insert(mapping.table, row);
    else context.writes.upsert(mapping.table, row, Object.keys(keyOf(entry)));
  }
}

/** Adds an entry to the audit trail: what an import changed of an account that was there before. */
export function auditImport(
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
  { accountId, writes, now }: AccountScope,
): void {
  writes.insert('audit_entry', {
    account_id: accountId,
    at: now,
    actor: 'operator:import',
    action,
    detail: JSON.stringify(detail),
  });
}
