import type { ImportType } from '@myaccount/contract/import';
import type { Change } from './import.changes.rules.ts';
import type { RunContext, WriteContext } from './import.unit.rules.ts';
import type { Writes } from './import.writes.repository.ts';

/** Stores what the file said of a record, so that the next import takes only what differs. */
export function rememberRecord<T extends ImportType>(
  { type, key, hash, content, before }: Change<T>,
  { writes, now: importedAt }: { readonly writes: Writes } & Pick<RunContext, 'now'>,
): void {
  const name = { record_type: type, record_key: key };
  const row = { content_hash: hash, content, imported_at: importedAt };
  if (before) writes.update('import_record', row, name);
  else writes.insert('import_record', { ...name, ...row });
}

/** Adds a line to the audit trail: what an import changed of an account that was there before. */
export function auditImport(
  accountId: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
  { writes, now }: WriteContext,
): void {
  writes.insert('audit_entry', {
    account_id: accountId,
    at: now,
    actor: 'operator:import',
    action,
    detail: JSON.stringify(detail),
  });
}
