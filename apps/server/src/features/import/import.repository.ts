import type { Address } from '@myaccount/contract/accounts';
import type { ImportType } from '@myaccount/contract/import';
import type { Language } from '@myaccount/contract/languages';
import type { PaymentState } from '@myaccount/contract/payment-states';
import type { ProcessorName } from '@myaccount/contract/processors';
import type pg from 'pg';
import { type Allocation, openingId } from '../balance/allocation.rules.ts';
import type { Content } from './import.parse.rules.ts';

export interface KnownCustomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

export interface KnownAccount {
  readonly id: string;
  readonly number: string;
  readonly customerNumber: string;
  readonly businessName: string | null;
  readonly addresses: readonly Address[];
}

export interface KnownBill {
  readonly id: string;
  readonly accountId: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly periodStart: string;
  readonly amountCents: number;
  readonly previousBalanceCents: number;
  readonly openCents: number;
}

export interface KnownPayment {
  readonly id: string;
  readonly accountId: string;
  /** Null where the payment was made in the portal. */
  readonly externalId: string | null;
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly occurredOn: string;
  /** What its last import stated; null for a payment made in the portal. */
  readonly appliedTo: Content<'payment'>['appliedTo'] | null;
}

/** A live allocation; its credit and debt are named as in the rules of allocation. */
export interface KnownAllocation extends Allocation {
  readonly id: string;
  readonly accountId: string;
  readonly isStated: boolean;
}

/** What the account owed, or had as credit, before its first bill. */
export interface KnownOpening {
  readonly accountId: string;
  readonly amountCents: number;
  readonly openCents: number;
  readonly dueOn: string;
}

export interface KnownMethod {
  readonly id: string;
  readonly accountId: string;
  readonly externalId: string;
  readonly methodType: string;
  readonly processor: ProcessorName;
  readonly cardType: string;
  readonly nickname: string | null;
  readonly lastFour: string | null;
}

/** Names one record of a file. */
export interface RecordKey {
  readonly type: ImportType;
  readonly key: string;
}

/** A record that the database has, with its account's id. */
export interface RecordOwner extends RecordKey {
  readonly id: string;
  readonly accountId: string;
}

/** Names one record in a map: `invoice INV-1`. */
export const recordName = (type: ImportType, key: string): string => `${type} ${key}`;

/** Reads what the database has of the records of a batch, inside the batch's transaction. */
export class KnownRepository {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Hashes of the last import, by record name. */
  async hashes(records: readonly RecordKey[]): Promise<Map<string, Buffer>> {
    const rows = await this.#records<{ hash: Buffer }>('r.content_hash as hash', records);
    return new Map(rows.map(({ type, key, hash }) => [recordName(type, key), hash]));
  }

  /** Contents of the last import, by record name. */
  async contents(records: readonly RecordKey[]): Promise<Map<string, Content>> {
    const rows = await this.#records<{ content: Content }>('r.content', records);
    return new Map(rows.map(({ type, key, content }) => [recordName(type, key), content]));
  }

  #records<T>(column: string, records: readonly RecordKey[]): Promise<(RecordKey & T)[]> {
    return this.#rows(
      `select r.record_type as type, r.record_key as key, ${column}
       from unnest($1::text[], $2::text[]) wanted (type, key)
       join import_record r on r.record_type = wanted.type and r.record_key = wanted.key`,
      [records.map(({ type }) => type), records.map(({ key }) => key)],
    );
  }

  /** Customers by number, locked until the transaction ends. */
  async customers(numbers: readonly string[]): Promise<Map<string, KnownCustomer>> {
    const rows = await this.#rows<KnownCustomer & { number: string }>(
      `select id, customer_number as number, first_name as "firstName", last_name as "lastName", language
       from customer where customer_number = any($1) order by id for update`,
      [numbers],
    );
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Accounts by number, locked until the transaction ends: nobody pays or bills them meanwhile. */
  async accounts(numbers: readonly string[]): Promise<Map<string, KnownAccount>> {
    const rows = await this.#rows<KnownAccount>(
      `select a.id, a.account_number as number, c.customer_number as "customerNumber", a.business_name as "businessName",
         array(select jsonb_build_object('addressType', address_type, 'streetNrFirst', street_nr_first,
           'streetNrLast', street_nr_last, 'streetName', street_name, 'city', city, 'state', state, 'country', country,
           'postCode', post_code) from address where account_id = a.id) as addresses
       from account a join customer c on c.id = a.customer_id
       where a.account_number = any($1) order by a.id for update of a`,
      [numbers],
    );
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Live bills. */
  bills(accountIds: readonly string[]): Promise<KnownBill[]> {
    return this.#rows(
      `select id, account_id as "accountId", invoice_number as number, issued_on as "issuedOn", due_on as "dueOn",
         open_cents as "openCents", period_start as "periodStart", amount_cents as "amountCents",
         previous_balance_cents as "previousBalanceCents"
       from invoice where account_id = any($1) and voided_at is null`,
      [accountIds],
    );
  }

  payments(accountIds: readonly string[]): Promise<KnownPayment[]> {
    return this.#rows(
      `select p.id, p.account_id as "accountId", p.external_id as "externalId", p.state, p.amount_cents as "amountCents",
         p.occurred_on as "occurredOn", r.content -> 'appliedTo' as "appliedTo"
       from payment p
       left join import_record r on r.record_type = 'payment' and r.record_key = p.external_id
       where p.account_id = any($1)`,
      [accountIds],
    );
  }

  allocations(accountIds: readonly string[]): Promise<KnownAllocation[]> {
    return this.#rows(
      `select id, account_id as "accountId", coalesce(payment_id::text, credit_invoice_id::text, '${openingId}') as "creditId",
         coalesce(invoice_id::text, '${openingId}') as "debtId", amount_cents as "amountCents", is_stated as "isStated"
       from payment_allocation where account_id = any($1) and reversed_at is null order by allocated_at, id`,
      [accountIds],
    );
  }

  openings(accountIds: readonly string[]): Promise<KnownOpening[]> {
    return this.#rows(
      `select account_id as "accountId", amount_cents as "amountCents", open_cents as "openCents", due_on as "dueOn"
       from opening_balance where account_id = any($1)`,
      [accountIds],
    );
  }

  methods(accountIds: readonly string[]): Promise<KnownMethod[]> {
    return this.#rows(
      `select id, account_id as "accountId", external_id as "externalId", method_type as "methodType", processor,
         card_type as "cardType", nickname, last_four as "lastFour"
       from payment_method where account_id = any($1) and external_id is not null`,
      [accountIds],
    );
  }

  /** Who has the numbers of bills, payments, methods, and visits; a voided bill belongs to nobody. */
  owners(records: readonly RecordKey[]): Promise<RecordOwner[]> {
    const keysOf = (type: ImportType) =>
      records.filter((record) => record.type === type).map(({ key }) => key);
    return this.#rows(
      `select 'invoice' as type, invoice_number as key, id,
         case when voided_at is null then account_id::text else '' end as "accountId"
       from invoice where invoice_number = any($1)
       union all select 'payment', external_id, id, account_id::text from payment where external_id = any($2)
       union all select 'paymentMethod', external_id, id, account_id::text from payment_method where external_id = any($3)
       union all select 'appointment', external_id, id, account_id::text from appointment where external_id = any($4)`,
      [keysOf('invoice'), keysOf('payment'), keysOf('paymentMethod'), keysOf('appointment')],
    );
  }

  /** Number of the account's postings whose event begins with a text. */
  async countPostings(accountId: string, eventPrefix: string): Promise<number> {
    const [row] = await this.#rows<{ count: number }>(
      'select count(*) as count from ledger_posting where account_id = $1 and starts_with(event_key, $2)',
      [accountId, eventPrefix],
    );
    return row?.count ?? 0;
  }

  async #rows<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.#client.query<T>(text, values)).rows;
  }
}
