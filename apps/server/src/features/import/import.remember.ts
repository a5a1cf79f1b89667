import type { ImportType } from '@myaccount/contract/import';
import type { Change, ImportContext } from './import.unit.ts';
import type { Writes } from './import.writes.ts';

/** Remembers what the file said of a record, so that the next import takes only what it says differently. */
export function remember<T extends ImportType>(
  type: T,
  change: Change<T>,
  context: Pick<ImportContext, 'now'>,
  writes: Writes,
): void {
  const { key, hash, now, before } = change;
  const row = {
    record_type: type,
    record_key: key,
    content_hash: hash,
    content: JSON.stringify(now),
    imported_at: context.now,
  };
  if (!before) writes.insert('import_record', row);
  else {
    const { record_type, record_key, ...set } = row;
    writes.update('import_record', set, { record_type, record_key });
  }
}

/** A line of the audit trail: what an import changed of an account that was there before. */
export function auditImport(
  accountId: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
  { context, writes }: { context: ImportContext; writes: Writes },
): void {
  writes.insert('audit_entry', {
    account_id: accountId,
    at: context.now,
    actor: 'operator:import',
    action,
    detail: JSON.stringify(detail),
  });
}
