import type { Insertable } from 'kysely';
import type pg from 'pg';
import { type CopyValue, copyRows } from '../../platform/database/copy.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** What an import inserts, parents before children, with the columns it fills. */
const filled = {
  plan: ['id', 'name', 'name_es', 'monthly_price_cents', 'download_mbps', 'upload_mbps'],
  customer: [
    'id',
    'customer_number',
    'first_name',
    'last_name',
    'email_address',
    'phone_number',
    'date_of_birth',
    'language',
  ],
  account: [
    'id',
    'account_number',
    'customer_id',
    'account_type',
    'status',
    'business_name',
    'bill_type',
    'cycle_day',
    'plan_id',
    'monthly_price_cents',
    'ach_enabled',
    'notification_preference',
    'service_since',
    'pin_sealed',
    'pin_key_id',
    'pending_charges_cents',
  ],
  address: [
    'account_id',
    'address_type',
    'street_nr_first',
    'street_nr_last',
    'street_name',
    'city',
    'state',
    'country',
    'post_code',
  ],
  discount: ['account_id', 'discount_type', 'is_applied', 'is_eligible', 'eligible_date'],
  payment_method: [
    'account_id',
    'id',
    'external_id',
    'method_type',
    'processor',
    'card_type',
    'nickname',
    'last_four',
    'expires_on',
    'account_holder_name',
    'token_sealed',
    'token_key_id',
    'is_default',
    'valid_to',
    'created_at',
  ],
  autopay_enrollment: ['account_id', 'payment_method_id', 'enrolled_at'],
  invoice: [
    'account_id',
    'id',
    'invoice_number',
    'issued_on',
    'due_on',
    'original_due_on',
    'period_start',
    'period_end',
    'previous_balance_cents',
    'payments_received_cents',
    'amount_cents',
    'open_cents',
    'as_issued',
    'paid_on',
  ],
  opening_balance: ['account_id', 'amount_cents', 'open_cents', 'due_on'],
  invoice_item: ['account_id', 'invoice_id', 'position', 'description'],
  invoice_charge: [
    'account_id',
    'invoice_id',
    'item_position',
    'position',
    'charge_type',
    'description',
    'amount_cents',
  ],
  payment: [
    'account_id',
    'id',
    'external_id',
    'state',
    'amount_cents',
    'is_recurring',
    'occurred_at',
    'occurred_on',
    'payment_method_id',
    'method_type',
    'processor',
    'card_type',
    'nickname',
    'last_four',
  ],
  payment_allocation: [
    'account_id',
    'payment_id',
    'credit_invoice_id',
    'invoice_id',
    'amount_cents',
    'is_stated',
    'allocated_at',
    'reversed_at',
  ],
  ledger_posting: [
    'account_id',
    'event_key',
    'debit',
    'credit',
    'amount_cents',
    'occurred_on',
    'posted_at',
    'invoice_id',
    'payment_id',
  ],
  appointment: [
    'account_id',
    'id',
    'external_id',
    'kind',
    'starts_at',
    'ends_at',
    'job_status',
    'tech_first_name',
    'shortest_arrival_minutes',
    'longest_arrival_minutes',
  ],
  login: ['id', 'email_address', 'given_name', 'nickname'],
  login_account: ['login_id', 'account_id', 'role'],
  audit_entry: ['account_id', 'at', 'actor', 'action', 'detail'],
  import_record: ['record_type', 'record_key', 'content_hash', 'content', 'imported_at'],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };

export type FilledTable = keyof typeof filled;
type Row<T extends FilledTable> = Pick<
  Insertable<Tables[T]>,
  (typeof filled)[T][number] & keyof Insertable<Tables[T]>
>;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The columns of a row and what they become. */
export type Columns = Readonly<Record<string, unknown>>;

/** What a batch writes: what must go first, new rows by COPY, and changes that may need the new rows. */
export class Writes {
  readonly #first: Statement[] = [];
  readonly #rows = new Map<FilledTable, CopyValue[][]>();
  readonly #last: Statement[] = [];

  /** A new row; columns that a new row does not have are null. */
  insert<T extends FilledTable>(table: T, row: Row<T>): void {
    const values = filled[table].map((column) => (row as Record<string, CopyValue>)[column] ?? null);
    const rows = this.#rows.get(table);
    if (rows) rows.push(values);
    else this.#rows.set(table, [values]);
  }

  /** Changes columns of the rows that `where` names; with `version` where customers edit the table too. */
  update(table: FilledTable, set: Columns, where: Columns, version?: 'version'): void {
    const columns = Object.keys(set);
    if (columns.length === 0) return;
    const assignments = columns.map((column, index) => `${column} = $${index + 1}`);
    if (version) assignments.push('version = version + 1');
    const text = `update ${table} set ${assignments.join(', ')} where ${conditions(where, columns.length)}`;
    this.last(text, [...Object.values(set), ...Object.values(where)]);
  }

  /** A row that may be there: changed where it is, added where it is not. */
  upsert<T extends FilledTable>(table: T, row: Row<T>, key: readonly string[], version?: 'version'): void {
    const columns = Object.keys(row);
    const placeholders = columns.map((_, index) => `$${index + 1}`);
    const set = columns
      .filter((column) => !key.includes(column))
      .map((column) => `${column} = excluded.${column}`);
    if (version) set.push(`version = ${table}.version + 1`);
    const text = `insert into ${table} (${columns.join(', ')}) values (${placeholders.join(', ')})
      on conflict (${key.join(', ')}) do update set ${set.join(', ')}`;
    this.last(text, Object.values(row));
  }

  /** Takes rows away, before new ones come. */
  remove(table: FilledTable, where: Columns): void {
    this.first(`delete from ${table} where ${conditions(where, 0)}`, Object.values(where));
  }

  first(text: string, values: readonly unknown[]): void {
    this.#first.push({ text, values });
  }

  last(text: string, values: readonly unknown[]): void {
    this.#last.push({ text, values });
  }

  /** Writes it all inside the caller’s transaction. */
  async flush(client: pg.ClientBase): Promise<void> {
    for (const { text, values } of this.#first) await client.query(text, [...values]);
    for (const table of Object.keys(filled) as FilledTable[]) {
      const rows = this.#rows.get(table);
      if (rows) await copyRows(client, table, filled[table], rows);
    }
    for (const { text, values } of this.#last) await client.query(text, [...values]);
  }
}

function conditions(where: Columns, placeholdersBefore: number): string {
  return Object.keys(where)
    .map((column, index) => `${column} = $${placeholdersBefore + index + 1}`)
    .join(' and ');
}
