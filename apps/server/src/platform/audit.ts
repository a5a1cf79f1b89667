import type { Database, Trx } from './database/connect.ts';
import type { Client } from './http/client.ts';

/** One line of the audit trail: who did what, from where; never card data, PINs, codes or tokens. */
export interface AuditEntry {
  readonly at: Date;
  readonly accountId: string | null;
  /** `login:ID`, `system` or `operator:NAME`. */
  readonly actor: string;
  /** Feature’s word and verb, such as `payments.made`. */
  readonly action: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly client?: Client;
}

/** Appends to the audit trail; inside the transaction of what it tells about, where there is one. */
export async function recordAudit(db: Database | Trx, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      account_id: entry.accountId,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      detail: JSON.stringify(entry.detail ?? {}),
      client_address: entry.client?.address ?? null,
      correlation_id: entry.client?.correlationId ?? null,
    })
    .execute();
}
