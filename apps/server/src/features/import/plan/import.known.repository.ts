import type { ImportType } from '@myaccount/contract/import';
import type pg from 'pg';
import { noAccountId } from '../../../platform/database/account-lookup.ts';
import { openingId } from '../../balance/allocation.rules.ts';
import type { Content } from '../parse/import.parse.rules.ts';
import type { RecordKey } from '../parse/import.secrets.rules.ts';
import { accountOf, type LastImport, type ReadableLine } from './import.changes.rules.ts';
import { inCents } from './import.history.rules.ts';
import type { HistoryPayment, KnownAccount, KnownCustomer, RecordOwner } from './import.units.rules.ts';

/** Names one record in a map: `invoice INV-1`. */
export const recordName = ({ type, key }: RecordKey): string => `${type} ${key}`;

const listOf = (query: string) => `(select coalesce(json_agg(entry), '[]') from (${query}) entry)`;

const addresses = `
  select address_type as "addressType", street_nr_first as "streetNrFirst", street_nr_last as "streetNrLast",
    street_name as "streetName", city, state, country, post_code as "postCode"
  from address where account_id = a.id`;

const methods = `
  select id, external_id as "externalId", method_type as "methodType", processor, card_type as "cardType", nickname,
    last_four as "lastFour"
  from payment_method where account_id = a.id and external_id is not null`;

/** Without those that were voided here. */
const issuedBills = `
  select id, invoice_number as number, kind, reversed_on as "reversedOn",
    (select s.invoice_number from invoice s where s.account_id = a.id and s.id = invoice.replaced_by) as "replacedBy", issued_on as "issuedOn", due_on as "dueOn", open_cents as "openCents",
    unsettled_cents as "unsettledCents", period_start as "periodStart", amount_cents as "amountCents", previous_balance_cents as "previousBalanceCents",
    null as line, null as status, false as "provesBalance"
  from invoice where account_id = a.id and (voided_at is null or reversed_on is not null)`;

const refunds = `
  select f.amount_cents as "amountCents", f.occurred_on as "occurredOn" from refund f
  where f.account_id = p.account_id and f.payment_id = p.id and p.external_id is null and f.state <> 'REFUSED'`;

// A file names a payment that was made in the portal by our id.
const payments = `
  select p.id, coalesce(p.external_id, p.id::text) as key, p.state, p.amount_cents as "amountCents",
    p.occurred_on as "occurredOn", p.external_id is null as "isMadeHere", p.refunded_cents as "refundedCents",
    ${listOf(refunds)} as refunds,
    coalesce(r.content -> 'appliedTo', '[]') as "appliedTo", null as line
  from payment p left join import_record r
    on r.account_id = p.account_id and r.record_type = 'payment' and r.record_key = p.external_id
  where p.account_id = a.id`;

const liveAllocations = `
  select id, coalesce(payment_id::text, credit_invoice_id::text, '${openingId}') as "creditId",
    coalesce(invoice_id::text, '${openingId}') as "debtId", amount_cents as "amountCents", is_stated as "isStated"
  from payment_allocation where account_id = a.id and reversed_at is null order by allocated_at, id`;

const opening = `
  select json_build_object('amountCents', amount_cents, 'openCents', open_cents,
    'unsettledCents', unsettled_cents, 'dueOn', due_on)
  from opening_balance where account_id = a.id`;

const corrections = `
  select event_key from ledger_posting
  where account_id = a.id and event_key ~ '^(opening|invoice-correction|payment-correction):'`;

const selectAccounts = `
  select a.id, a.account_number as number, a.business_name as "businessName", ${listOf(addresses)} as addresses,
    ${listOf(methods)} as methods, ${listOf(issuedBills)} as bills, ${listOf(payments)} as payments,
    ${listOf(liveAllocations)} as allocations, (${opening}) as opening, array(${corrections}) as corrections
  from account a where a.id = any($1)`;

/** Returns the ids of accounts by their numbers, those of the numbers that lead to one. */
export async function findAccountIds(
  client: pg.ClientBase,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows: lookups } = await client.query<{ id: string }>(
    `select account_id as id from account_lookup where kind = 'account' and key = any($1)`,
    [numbers],
  );
  if (lookups.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; number: string }>(
    'select id, account_number as number from account where id = any($1) and account_number = any($2)',
    [lookups.map(({ id }) => id), numbers],
  );
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Reads what the database has of the records of a batch, inside the batch's transaction, each with its own. */
export class KnownRepository {
  readonly #client: pg.ClientBase;
  /** Ids of accounts that were found; another import may add the others meanwhile. */
  readonly #ids = new Map<string, string>();
  /** What this transaction holds already. */
  readonly #locked = new Set<string>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /**
   * Locks the customers and accounts with some numbers until the transaction ends: nobody imports, pays, or bills them
   * meanwhile. What is read after it is true until then.
   */
  async lock(customers: readonly string[], accounts: readonly string[]): Promise<void> {
    const free = customers.filter((number) => !this.#locked.has(number));
    const text = `select customer_number as number from customer where customer_number = any($1) order by id for update`;
    if (free.length > 0)
      for (const { number } of await this.#rows<{ number: string }>(text, [free])) this.#locked.add(number);
    const ids = [...(await this.#accountIds(accounts)).values()].filter((id) => !this.#locked.has(id));
    if (ids.length === 0) return;
    // Each by itself, as a lock is taken where its row is, and all in one message.
    const locks = ids.toSorted().map((id) => `select 1 from account where id = '${id}' for update`);
    await this.#client.query(locks.join(';'));
    for (const id of ids) this.#locked.add(id);
  }

  /** The numbers of the customers of accounts, by account number. */
  async customersOf(accounts: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#rows<{ account: string; customer: string }>(
      `select l.key as account, c.customer_number as customer
       from account_lookup l join customer c on c.id = l.customer_id where l.kind = 'account' and l.key = any($1)`,
      [accounts],
    );
    return new Map(rows.map(({ account, customer }) => [account, customer]));
  }

  /**
   * Last imports by record name, each with its account; the content is null where the hash is the same. What no account
   * locks, such as a plan or a login, is locked itself.
   */
  async lastImports(
    lines: readonly (RecordKey & Pick<ReadableLine, 'owner'> & { readonly hash?: Buffer })[],
    lock: 'for update' | '' = '',
  ): Promise<Map<string, LastImport>> {
    if (lines.length === 0) return new Map();
    const accountIds = await this.#accountIds(lines.flatMap((line) => accountOf(line) ?? []));
    const known = lines.flatMap((line) => {
      const number = accountOf(line);
      const accountId = number === null ? noAccountId : accountIds.get(number);
      return accountId === undefined ? [] : { ...line, accountId };
    });
    if (lock)
      await this.#rows(
        `select 1 from import_record where account_id = $1 and record_type = any($2) and record_key = any($3)
         order by record_type, record_key for update`,
        [noAccountId, known.map(({ type }) => type), known.map(({ key }) => key)],
      );
    const rows = await this.#rows<RecordKey & LastImport>(
      `select r.record_type as type, r.record_key as key, r.account_id as "accountId",
         case when r.content_hash is distinct from line.hash then r.content end as content
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) line (account_id, type, key, hash)
       join import_record r
         on r.account_id = line.account_id and r.record_type = line.type and r.record_key = line.key`,
      (['accountId', 'type', 'key', 'hash'] as const).map((name) => known.map((line) => line[name])),
    );
    return new Map(rows.map((row) => [recordName(row), row]));
  }

  /** Customers by number. */
  async customers(numbers: readonly string[]): Promise<Map<string, KnownCustomer>> {
    const rows = await this.#rows<KnownCustomer & { number: string }>(
      `select c.id, c.customer_number as number, c.first_name as "firstName", c.last_name as "lastName", c.language,
         r.content -> 'pin' as pin
       from customer c
       left join import_record r
         on r.account_id = '${noAccountId}' and r.record_type = 'customer' and r.record_key = c.customer_number
       where c.customer_number = any($1)`,
      [numbers],
    );
    return new Map(rows.map((row) => [row.number, row]));
  }

  /** Accounts by number with their history. */
  async accounts(numbers: readonly string[]): Promise<Map<string, KnownAccount>> {
    type PaymentRow = Omit<HistoryPayment, 'appliedTo'> & Pick<Content<'payment'>, 'appliedTo'>;
    type AccountRow = Omit<KnownAccount, 'payments'> & { readonly payments: readonly PaymentRow[] };
    const accountIds = [...(await this.#accountIds(numbers)).values()];
    if (accountIds.length === 0) return new Map();
    const rows = await this.#rows<AccountRow>(selectAccounts, [accountIds]);
    const accounts = rows.map((row) => ({
      ...row,
      payments: row.payments.map((payment) => ({ ...payment, appliedTo: inCents(payment.appliedTo) })),
    }));
    return new Map(accounts.map((account) => [account.number, account]));
  }

  /** Who has the keys of bills, payments, methods, and visits, and the ids of payments that the accounts made here. */
  async owners(
    lines: readonly RecordKey[],
    accountIds: readonly string[],
  ): Promise<Map<string, RecordOwner>> {
    const keysOf = (type: ImportType) => lines.filter((line) => line.type === type).map(({ key }) => key);
    const lookups = await this.#rows<{ accountId: string }>(
      `select distinct l.account_id as "accountId" from unnest($1::text[], $2::text[]) line (type, key)
       join account_lookup l on l.kind = line.type and l.key = line.key`,
      [lines.map(({ type }) => type), lines.map(({ key }) => key)],
    );
    const ids = [...new Set([...accountIds, ...lookups.map(({ accountId }) => accountId)])];
    const rows = await this.#rows<RecordKey & RecordOwner>(
      `select 'invoice' as type, invoice_number as key, id,
         case when voided_at is null or reversed_on is not null then account_id::text else '' end as "accountId"
       from invoice where account_id = any($5) and invoice_number = any($1)
       union all select 'payment', external_id, id, account_id::text from payment
       where account_id = any($5) and external_id = any($2)
       union all select 'paymentMethod', external_id, id, account_id::text from payment_method
       where account_id = any($5) and external_id = any($3)
       union all select 'appointment', external_id, id, account_id::text from appointment
       where account_id = any($5) and external_id = any($4)
       union all select 'payment', id::text, id, account_id::text from payment
       where account_id = any($5) and external_id is null`,
      [keysOf('invoice'), keysOf('payment'), keysOf('paymentMethod'), keysOf('appointment'), ids],
    );
    return new Map(rows.map((row) => [recordName(row), row]));
  }

  /** Ids of accounts by number. */
  async #accountIds(numbers: readonly string[]): Promise<Map<string, string>> {
    const asked = [...new Set(numbers)];
    const unknown = asked.filter((number) => !this.#ids.has(number));
    if (unknown.length > 0)
      for (const [number, id] of await findAccountIds(this.#client, unknown)) this.#ids.set(number, id);
    return new Map(
      asked.flatMap((number) => {
        const id = this.#ids.get(number);
        return id === undefined ? [] : [[number, id]];
      }),
    );
  }

  async #rows<T>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.#client.query<T & pg.QueryResultRow>(text, values)).rows;
  }
}
