import type { ImportType } from '@myaccount/contract/import';
import type pg from 'pg';
import { openingId } from '../balance/allocation.rules.ts';
import {
  type HistoryBill,
  type HistoryPayment,
  inCents,
  type KnownAllocation,
  type Opening,
} from './import.account-history.rules.ts';
import type { ReadableLine } from './import.changes.rules.ts';
import type { Content } from './import.parse.rules.ts';
import type { KnownAccount, KnownCustomer, RecordOwner } from './import.unit.rules.ts';

/** Names one record of a file. */
export interface RecordKey {
  readonly type: ImportType;
  readonly key: string;
}

/** Names one record in a map: `invoice INV-1`. */
export const recordName = ({ type, key }: RecordKey): string => `${type} ${key}`;

/** Reads what the database has of the records of a batch, inside the batch's transaction. */
export class KnownRepository {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Last imports by record name; the content is null where the hash is the same. */
  async lastImports(
    lines: readonly ReadableLine[],
  ): Promise<Map<string, { readonly content: Content | null }>> {
    const rows = await this.#rows<RecordKey & { content: Content | null }>(
      `select r.record_type as type, r.record_key as key, case when r.content_hash <> line.hash then r.content end as content
       from unnest($1::text[], $2::text[], $3::bytea[]) line (type, key, hash)
       join import_record r on r.record_type = line.type and r.record_key = line.key`,
      [lines.map(({ type }) => type), lines.map(({ key }) => key), lines.map(({ hash }) => hash)],
    );
    return new Map(rows.map((row) => [recordName(row), row]));
  }

  /** Customers by number, locked until the transaction ends. */
  async customers(numbers: readonly string[]): Promise<Map<string, KnownCustomer>> {
    const rows = await this.#rows<KnownCustomer & { number: string }>(
      `select c.id, c.customer_number as number, c.first_name as "firstName", c.last_name as "lastName", c.language,
         r.content -> 'pin' as pin
       from customer c
       left join import_record r on r.record_type = 'customer' and r.record_key = c.customer_number
       where c.customer_number = any($1) order by c.id for update of c`,
      [numbers],
    );
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Accounts by number, locked until the transaction ends: nobody pays or bills them meanwhile. */
  async accounts(numbers: readonly string[]): Promise<Map<string, KnownAccount>> {
    const rows = await this.#rows<Pick<KnownAccount, 'id' | 'number' | 'businessName' | 'addresses'>>(
      `select a.id, a.account_number as number, a.business_name as "businessName",
         array(select jsonb_build_object('addressType', address_type, 'streetNrFirst', street_nr_first,
           'streetNrLast', street_nr_last, 'streetName', street_name, 'city', city, 'state', state, 'country', country,
           'postCode', post_code) from address where account_id = a.id) as addresses
       from account a where a.account_number = any($1) order by a.id for update of a`,
      [numbers],
    );
    const ids = rows.map(({ id }) => id);
    const methods = await this.#methods(ids);
    const bills = await this.#bills(ids);
    const payments = await this.#payments(ids);
    const allocations = await this.#allocations(ids);
    const openings = await this.#openings(ids);
    const corrections = await this.#corrections(ids);
    const accounts = rows.map((row) => ({
      ...row,
      methods: methods.get(row.id) ?? [],
      bills: bills.get(row.id) ?? [],
      payments: payments.get(row.id) ?? [],
      allocations: allocations.get(row.id) ?? [],
      opening: openings.get(row.id)?.[0] ?? null,
      corrections: (corrections.get(row.id) ?? []).map(({ eventKey }) => eventKey),
    }));
    return new Map(accounts.map((account) => [account.number, account]));
  }

  #methods(ids: readonly string[]): Promise<Map<string, KnownAccount['methods'][number][]>> {
    return this.#byAccount(
      `select account_id as "accountId", id, external_id as "externalId", method_type as "methodType", processor,
         card_type as "cardType", nickname, last_four as "lastFour"
       from payment_method where account_id = any($1) and external_id is not null`,
      ids,
    );
  }

  /** Live bills. */
  #bills(ids: readonly string[]): Promise<Map<string, HistoryBill[]>> {
    return this.#byAccount(
      `select account_id as "accountId", id, invoice_number as number, issued_on as "issuedOn", due_on as "dueOn",
         open_cents as "openCents", period_start as "periodStart", amount_cents as "amountCents",
         previous_balance_cents as "previousBalanceCents", null as line, null as status, false as "provesBalance"
       from invoice where account_id = any($1) and voided_at is null`,
      ids,
    );
  }

  /** Payments; a file names those made in the portal by our id. */
  async #payments(ids: readonly string[]): Promise<Map<string, HistoryPayment[]>> {
    type PaymentRow = Omit<HistoryPayment, 'appliedTo'> & Pick<Content<'payment'>, 'appliedTo'>;
    const rows = await this.#byAccount<PaymentRow>(
      `select p.account_id as "accountId", p.id, coalesce(p.external_id, p.id::text) as key, p.state,
         p.amount_cents as "amountCents", p.occurred_on as "occurredOn", p.external_id is null as "isMadeHere",
         coalesce(r.content -> 'appliedTo', '[]') as "appliedTo", null as line
       from payment p
       left join import_record r on r.record_type = 'payment' and r.record_key = p.external_id
       where p.account_id = any($1)`,
      ids,
    );
    const payments = (list: PaymentRow[]) =>
      list.map((row) => ({ ...row, appliedTo: inCents(row.appliedTo) }));
    return new Map([...rows].map(([id, list]) => [id, payments(list)]));
  }

  /** Live allocations, oldest first. */
  #allocations(ids: readonly string[]): Promise<Map<string, KnownAllocation[]>> {
    return this.#byAccount(
      `select account_id as "accountId", id, coalesce(payment_id::text, credit_invoice_id::text, '${openingId}') as "creditId",
         coalesce(invoice_id::text, '${openingId}') as "debtId", amount_cents as "amountCents", is_stated as "isStated"
       from payment_allocation where account_id = any($1) and reversed_at is null order by allocated_at, id`,
      ids,
    );
  }

  #openings(ids: readonly string[]): Promise<Map<string, Opening[]>> {
    return this.#byAccount(
      `select account_id as "accountId", amount_cents as "amountCents", open_cents as "openCents", due_on as "dueOn"
       from opening_balance where account_id = any($1)`,
      ids,
    );
  }

  #corrections(ids: readonly string[]): Promise<Map<string, { eventKey: string }[]>> {
    return this.#byAccount(
      `select account_id as "accountId", event_key as "eventKey" from ledger_posting
       where account_id = any($1) and event_key ~ '^(opening|invoice-correction|payment-correction):'`,
      ids,
    );
  }

  /** Who has the keys of bills, payments, methods, and visits, and the ids of payments that the accounts made here. */
  async owners(
    lines: readonly RecordKey[],
    accountIds: readonly string[],
  ): Promise<Map<string, RecordOwner>> {
    const keysOf = (type: ImportType) => lines.filter((line) => line.type === type).map(({ key }) => key);
    const rows = await this.#rows<RecordKey & RecordOwner>(
      `select 'invoice' as type, invoice_number as key, id,
         case when voided_at is null then account_id::text else '' end as "accountId"
       from invoice where invoice_number = any($1)
       union all select 'payment', external_id, id, account_id::text from payment where external_id = any($2)
       union all select 'paymentMethod', external_id, id, account_id::text from payment_method where external_id = any($3)
       union all select 'appointment', external_id, id, account_id::text from appointment where external_id = any($4)
       union all select 'payment', id::text, id, account_id::text from payment where external_id is null and account_id = any($5)`,
      [keysOf('invoice'), keysOf('payment'), keysOf('paymentMethod'), keysOf('appointment'), accountIds],
    );
    return new Map(rows.map((row) => [recordName(row), row]));
  }

  async #byAccount<T>(query: string, ids: readonly string[]): Promise<Map<string, T[]>> {
    const rows = await this.#rows<T & { accountId: string }>(query, [ids]);
    return Map.groupBy(rows, ({ accountId }) => accountId);
  }

  async #rows<T>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.#client.query<T & pg.QueryResultRow>(text, values)).rows;
  }
}
