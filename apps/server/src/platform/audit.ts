import type { AuditAction } from '@myaccount/contract/audit-actions';
import type { Database, Trx } from './database/connect.ts';
import { compileOnce, type Placeholders } from './database/pipeline/pipeline.ts';
import type { Client } from './http/client.ts';

interface Entry {
  readonly at: Date;
  /** `login:ID`, `unknown`, `system`, or `operator:NAME`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly client?: Client;
}

/** An entry of the audit trail of an account: who did what, from where. It must not contain card data, PINs, codes or tokens. */
export interface AccountEntry extends Entry {
  readonly accountId: string;
  readonly loginId?: never;
}

/** An entry of the audit trail that is of no account, such as a sign-in. The same must not be in it. */
export interface LoginEntry extends Entry {
  /** The login that the entry is about; null if nobody knows it. */
  readonly loginId: string | null;
  readonly accountId?: never;
}

/** Appends an entry to the audit trail. Pass the transaction of the recorded change if there is one. */
export async function recordAudit(db: Database | Trx, entry: AccountEntry | LoginEntry): Promise<void> {
  if (entry.accountId !== undefined) return await recordAudits(db, [entry]);
  await insertLoginEntry(db, { ...rowOf(entry), loginId: entry.loginId });
}

/** Appends at least one entry of accounts to the audit trail. */
export async function recordAudits(db: Database | Trx, entries: readonly AccountEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...rowOf(entry), account_id: entry.accountId }));
  await insertEntries(db, { rows });
}

/** The columns of every entry. `detail` is JSON. */
type EntryRow = ReturnType<typeof rowOf>;

function rowOf({ at, actor, action, detail, client }: Entry) {
  return {
    at,
    actor,
    action,
    detail: JSON.stringify(detail ?? {}),
    client_address: client?.address ?? null,
    correlation_id: client?.correlationId ?? null,
  };
}

type AccountRow = EntryRow & { readonly account_id: string };

const insertEntries = compileOnce((db, { rows }: Placeholders<{ readonly rows: readonly AccountRow[] }>) =>
  db.insertInto('audit_entry').values(rows).compile(),
);

const insertLoginEntry = compileOnce(
  (db, { loginId, ...row }: Placeholders<EntryRow & { readonly loginId: string | null }>) =>
    db
      .insertInto('login_audit_entry')
      .values({ ...row, login_id: loginId })
      .compile(),
);
