import type { ImportType } from '@myaccount/contract/import';
import type pg from 'pg';
import { copyRows } from '../../platform/database/copy.ts';
import type { ParsedLine, Refusal } from './import.parse.ts';

/** A line as it waits for its turn; `customer` is null where nobody knows whom it belongs to. */
export interface StagedLine extends ParsedLine {
  readonly customer: string | null;
}

const pageLines = 4_000;
const children = ['paymentMethod', 'invoice', 'payment', 'appointment'];

const createTables = `
  create temp table import_line (line bigint, type text, key text, owner text, content text, hash bytea);
  create temp table import_refusal (line bigint, field text, reason text);
  create temp table import_accepted (account_number text)`;

// Of several lines with one key the first readable one counts; the others must say the same.
const refuseDuplicates = `
  insert into import_refusal
  select line, field, 'is already on line ' || first_line || ' with other content'
  from (
    select line, hash, $1::jsonb ->> type as field, first_value(line) over named as first_line,
      first_value(hash) over named as first_hash
    from import_line where content is not null window named as (partition by type, key order by line)
  ) named_alike
  where hash <> first_hash`;

const createOrder = `
  create temp table import_order (position bigint generated always as identity, customer text, line bigint);
  create temp table import_kept as
    select distinct on (type, key) type, key, owner, line from import_line order by type, key, content is null, line;
  create index on import_kept (key) where type = 'account';
  analyze import_kept;
  create index on import_line (line);
  analyze import_line`;

// Lines of one customer stand together, whatever the order of the file. Plans and sign-ins stand for themselves.
const fillOrder = `
  insert into import_order (customer, line)
  select case
      when kept.type = 'customer' then kept.key
      when kept.type = 'account' then kept.owner
      else coalesce(staged.owner, known.customer_number)
    end as customer, kept.line
  from import_kept kept
  left join import_kept staged
    on staged.type = 'account' and staged.key = kept.owner and kept.type = any($1)
  left join (account a join customer known on known.id = a.customer_id)
    on a.account_number = kept.owner and kept.type = any($1) and staged.owner is null
  where kept.type not in ('plan', 'login')
  order by customer, kept.line`;

/** The lines of one import on one connection, in tables that end with it: any order, any number. */
export class Staging {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async create(): Promise<void> {
    await this.#client.query("set temp_buffers = '64MB'; set work_mem = '128MB'");
    await this.#client.query(createTables);
  }

  async stage(lines: readonly ParsedLine[]): Promise<void> {
    const rows = lines.map((line) => [line.line, line.type, line.key, line.owner, line.content, line.hash]);
    await copyRows(this.#client, 'import_line', ['line', 'type', 'key', 'owner', 'content', 'hash'], rows);
  }

  async refuse(refusals: readonly Refusal[]): Promise<void> {
    if (refusals.length === 0) return;
    const rows = refusals.map(({ line, field, reason }) => [line, field, reason]);
    await copyRows(this.#client, 'import_refusal', ['line', 'field', 'reason'], rows);
  }

  /** Remembers accounts that were found good, for sign-ins of a trial run, which leaves nothing in the tables. */
  async accept(accountNumbers: readonly string[]): Promise<void> {
    const rows = accountNumbers.map((number) => [number]);
    await copyRows(this.#client, 'import_accepted', ['account_number'], rows);
  }

  /** Puts the lines in order by customer; `keyFields` names the field of each type’s key. */
  async arrange(keyFields: Record<ImportType, string>): Promise<void> {
    await this.#client.query(refuseDuplicates, [JSON.stringify(keyFields)]);
    await this.#client.query(createOrder);
    await this.#client.query(fillOrder, [children]);
    await this.#client.query('create unique index on import_order (position); analyze import_order');
  }

  /** Kept lines of customers, page by page in order of customer. */
  async *pages(): AsyncGenerator<StagedLine[]> {
    for (let from = 0; ; from += pageLines) {
      const page = await this.#client.query<StagedLine>(
        `select o.customer, l.* from import_order o join import_line l using (line)
         where o.position > $1 and o.position <= $2 order by o.position`,
        [from, from + pageLines],
      );
      if (page.rows.length === 0) return;
      yield page.rows;
    }
  }

  /** Kept lines of plans or of sign-ins, page by page. */
  async *linesOf(type: 'plan' | 'login'): AsyncGenerator<StagedLine[]> {
    for (let after = 0; ; ) {
      const page = await this.#client.query<StagedLine>(
        `select null as customer, l.* from import_kept k join import_line l using (line)
         where k.type = $1 and k.line > $2 order by k.line limit $3`,
        [type, after, pageLines],
      );
      if (page.rows.length === 0) return;
      yield page.rows;
      after = page.rows.at(-1)?.line ?? after;
    }
  }

  /** Which of the accounts were found good in this run. */
  async accepted(accountNumbers: readonly string[]): Promise<Set<string>> {
    const found = await this.#client.query<{ account_number: string }>(
      'select account_number from import_accepted where account_number = any($1)',
      [accountNumbers],
    );
    return new Set(found.rows.map((row) => row.account_number));
  }

  /** On which line each of the accounts stands, readable or not. */
  async linesOfAccounts(accountNumbers: readonly string[]): Promise<Map<string, number>> {
    const found = await this.#client.query<{ key: string; line: number }>(
      `select key, line from import_kept where type = 'account' and key = any($1)`,
      [accountNumbers],
    );
    return new Map(found.rows.map(({ key, line }) => [key, line]));
  }

  /** Every refusal in order of lines, page by page. */
  async *refusals(): AsyncGenerator<Refusal[]> {
    await this.#client.query(`
      create temp table import_told as
        select row_number() over (order by line, field) as position, line, field, reason from import_refusal;
      create unique index on import_told (position)`);
    for (let from = 0; ; from += pageLines) {
      const page = await this.#client.query<Refusal>(
        `select line, field, reason from import_told where position > $1 and position <= $2 order by position`,
        [from, from + pageLines],
      );
      if (page.rows.length === 0) return;
      yield page.rows;
    }
  }

  /** How many of the lines were refused. */
  async countRefused(): Promise<number> {
    const counted = await this.#client.query<{ lines: number }>(
      'select count(distinct line) as lines from import_refusal',
    );
    return counted.rows[0]?.lines ?? 0;
  }
}
