import type { AuditAction } from '@myaccount/contract/audit-actions';
import type { ImportType } from '@myaccount/contract/import';
import { sql } from 'kysely';
import { type LookupKind, noAccountId } from '../../../platform/database/account-lookup.ts';
import { type Posting, postingRow } from '../../ledger/ledger.rules.ts';
import type { Content } from '../parse/import.parse.rules.ts';
import { type Change, changedEntries, type Entry, type ListName } from '../plan/import.changes.rules.ts';
import { type AccountScope, columnsOf, type Mapping } from './import.columns.rules.ts';
import type { InsertTable, Row, Writes } from './import.writes.repository.ts';

/** The row of a record; `columns` do not come from the record's fields. */
interface RecordRow<N extends InsertTable> {
  readonly isNew: boolean;
  readonly key: Partial<Row<N>>;
  readonly columns?: Partial<Row<N>>;
}

/** Inserts a record's row, or updates the columns of its changed fields, and remembers the record. */
export function saveRecord<T extends ImportType, N extends InsertTable, C>(
  mapping: Mapping<Content<T>, N, C>,
  change: Change<T>,
  { isNew, key, columns }: RecordRow<N>,
  context: C & { readonly writes: Writes; readonly accountId?: string; readonly customerId?: string },
): void {
  const { type: kind, key: number, now, fields } = change;
  const { writes, accountId, customerId = null } = context;
  if (isNew) writes.insert(mapping.table, { ...key, ...columnsOf(mapping, now, context), ...columns });
  else writes.update(mapping.table, { ...columnsOf(mapping, now, context, fields), ...columns }, key);
  const isMoved = kind === 'account' && !isNew && (fields as ReadonlySet<string>).has('customerId');
  if (isMoved) writes.remove('account_lookup', { kind: 'account', key: number });
  if (accountId && (isNew || isMoved))
    writes.insert('account_lookup', {
      kind: kind as LookupKind,
      key: number,
      account_id: accountId,
      customer_id: kind === 'account' ? customerId : null,
    });
  rememberRecord(change, accountId ?? noAccountId, writes);
}

/** Stores what the file said of a record, so that the next import takes only what differs. */
export function rememberRecord(
  { type, key, hash, content, before }: Change,
  accountId: string,
  writes: Writes,
): void {
  const name = { account_id: accountId, record_type: type, record_key: key };
  const row = { content_hash: hash, content, imported_at: writes.now };
  if (before) writes.update('import_record', row, name);
  else writes.insert('import_record', { ...name, ...row });
}

/** A list of a record that has its own table: the field that names an entry, and the owner's columns. */
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
  context: C & { readonly writes: Writes },
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

/** Writes postings of an account into the ledger. */
export function writePostings(postings: readonly Posting[], { accountId, writes, now }: AccountScope): void {
  for (const posting of postings) writes.insert('ledger_posting', postingRow(posting, accountId, now));
}

/** The number of the next correction whose event key begins with a text. */
export function correctionNumber(eventPrefix: string, { corrections }: AccountScope): number {
  return 1 + corrections.filter((eventKey) => eventKey.startsWith(eventPrefix)).length;
}

/**
 * Notes debt that an import adds or raises on its due date or later, for autopay to tell and collect. Of an account that
 * the import adds, another system told.
 */
export function noteLateDebt(
  { invoiceId, dueOn, addedCents }: { invoiceId: string | null; dueOn: string; addedCents: number },
  { accountId, isNew, notesLateDebt, today, writes }: AccountScope,
): void {
  if (!notesLateDebt || isNew || addedCents <= 0 || dueOn > today) return;
  writes.last(sql`
    insert into late_debt (account_id, invoice_id, added_on, amount_cents)
    select account_id, ${invoiceId}::uuid, ${today}::date, ${addedCents}::bigint
    from autopay_enrollment where account_id = ${accountId} and ended_at is null`);
}

/** Adds an entry to the audit trail: what an import changed of an account that was there before. */
export function auditImport(
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
  { accountId, writes, now, actor }: AccountScope,
): void {
  const entry = { account_id: accountId, at: now, actor, action };
  writes.insert('audit_entry', { ...entry, detail: JSON.stringify(detail) });
}
