import type pg from 'pg';
import { applicationRole } from './session-settings.ts';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE';

/** A column that the application may not use although nothing says why. */
export interface MissingGrant {
  readonly table: string;
  readonly column: string;
  readonly privilege: Privilege;
}

const everyColumn = 'every column';

/** What the application must never write: rows that only grow, and columns that a trigger writes. */
export const withheld: Readonly<
  Record<string, Partial<Record<Privilege, readonly string[] | typeof everyColumn>>>
> = {
  account: { INSERT: ['balance_cents'], UPDATE: ['id', 'account_number', 'balance_cents'] },
  account_lookup: { UPDATE: everyColumn },
  audit_entry: { UPDATE: everyColumn },
  consent: { UPDATE: everyColumn },
  export_stream: { INSERT: everyColumn, UPDATE: everyColumn },
  kysely_migration: { INSERT: everyColumn, UPDATE: everyColumn },
  kysely_migration_lock: { SELECT: everyColumn, INSERT: everyColumn, UPDATE: everyColumn },
  ledger_posting: { UPDATE: everyColumn },
  orbital_coverage: { UPDATE: everyColumn },
  login_audit_entry: { UPDATE: everyColumn },
  metric_rollup: { INSERT: everyColumn },
  hero_application: { UPDATE: everyColumn },
  page_event: { UPDATE: everyColumn },
  payment_reference: { UPDATE: everyColumn },
  payment_event: { INSERT: everyColumn, UPDATE: everyColumn },
  payment_transition: { INSERT: everyColumn, UPDATE: everyColumn },
};

/** Whether the application must not have this privilege on the column. */
export function isWithheld({ table, column, privilege }: MissingGrant): boolean {
  const columns = withheld[table]?.[privilege] ?? [];
  return columns === everyColumn || columns.includes(column);
}

/** Returns every column that the application has no privilege for, withheld ones included. */
export async function listMissingGrants(client: pg.ClientBase): Promise<MissingGrant[]> {
  const { rows } = await client.query<MissingGrant>(
    `select c.relname as table, a.attname as column, p.privilege
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join (values ('SELECT'), ('INSERT'), ('UPDATE')) p (privilege)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not has_column_privilege($1, c.oid, a.attnum, p.privilege)
     order by 1, 2, 3`,
    [applicationRole],
  );
  return rows;
}

/** Says what to do about columns that are neither granted nor withheld: one sentence for each table. */
export function grantAdvice(missing: readonly MissingGrant[]): string[] {
  const forgotten = missing.filter((grant) => !isWithheld(grant));
  const byTable = Map.groupBy(forgotten, ({ table }) => table);
  return [...byTable].map(([table, grants]) => {
    const columns = grants.map(({ privilege, column }) => `${privilege} of ${table}.${column}`);
    return `${applicationRole} has no ${columns.join(', no ')}: grant it in a new migration in apps/server/migrations`;
  });
}
