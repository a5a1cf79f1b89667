import type { AuditAction } from '@myaccount/contract/audit-actions';
import { compileOnceAhead } from './database/compile-once.ts';
import type { Database, Trx } from './database/connect.ts';
import type { Client } from './http/client.ts';

/** An entry of the audit trail: who did what, from where. It must not contain card data, PINs, codes or tokens. */
export interface AuditEntry {
  readonly at: Date;
  readonly accountId: string | null;
  /** The login that an entry without an account is about. */
  readonly loginId?: string;
  /** `login:ID`, `system` or `operator:NAME`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly client?: Client;
}

/** Appends an entry to the audit trail. Pass the transaction of the recorded change if there is one. */
export async function recordAudit(db: Database | Trx, entry: AuditEntry): Promise<void> {
  await recordAudits(db, [entry]);
}

/** Appends at least one entry to the audit trail. */
export async function recordAudits(db: Database | Trx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    account_id: entry.accountId,
    login_id: entry.loginId ?? null,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    detail: JSON.stringify(entry.detail ?? {}),
    client_address: entry.client?.address ?? null,
    correlation_id: entry.client?.correlationId ?? null,
  }));
  await insertEntries(db, { rows });
}

interface AuditRow {
  readonly account_id: string | null;
  readonly login_id: string | null;
  readonly at: Date;
  readonly actor: string;
  readonly action: AuditAction;
  /** As JSON. */
  readonly detail: string;
  readonly client_address: string | null;
  readonly correlation_id: string | null;
}

const insertEntries = compileOnceAhead((db, { rows }: { readonly rows: readonly AuditRow[] }) =>
  db.insertInto('audit_entry').values(rows).compile(),
);
