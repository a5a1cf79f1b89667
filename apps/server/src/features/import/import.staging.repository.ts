import type { ImportType } from '@myaccount/contract/import';
import type pg from 'pg';
import { type CopyValue, copyRows, copyTexts } from '../../platform/database/copy.ts';
import type { LineRefusal, ParsedLine } from './import.parse.rules.ts';

/** A staged line; `customer` is null when it is not known whom it belongs to. */
export interface StagedLine extends ParsedLine {
  readonly customer: string | null;
}

/** A line that is not written, kept for what depends on it. */
export type RefusedLine = Pick<StagedLine, 'line' | 'type' | 'key'>;

const batchLines = 4_000;
const children = "('paymentMethod', 'invoice', 'payment', 'appointment')";

const createTables = `
  create temp table import_line (line bigint, type text, key text, owner text, content text, hash bytea);
  create temp table import_refusal (line bigint, field text, reason text)`;

// Of several lines with one key the first readable one counts; the other readable ones must say the same.
const refuseDuplicates = `
  insert into import_refusal
  select l.line, $1::jsonb ->> type, 'is already on line ' || kept.line || ' with other content'
  from import_line l join import_kept kept using (type, key)
  where l.hash <> kept.hash`;

const keepLines = `
  create temp table import_kept as
    select distinct on (type, key) type, key, owner, line, hash
    from import_line order by type, key, content is null, line;
  create index on import_kept (key) where type = 'account';
  analyze import_kept;
  create index on import_line (line);
  analyze import_line (line);
  create index on import_refusal (line)`;

// Lines of one customer stand together, whatever the order of the file, and are never in two batches.
// Plans and logins have a pass of their own.
const makeBatches = `
  create temp table import_order as
  select customer, line, (min(position) over (partition by customer)) / ${batchLines} as batch, position
  from (
    select coalesce(customer, '') as customer, line, row_number() over (order by customer, line) as position
    from (
      select case
          when kept.type = 'customer' then kept.key
          when kept.type = 'account' then kept.owner
          else coalesce(staged.owner, known.customer_number)
        end as customer, kept.line
      from import_kept kept
      left join import_kept staged on staged.type = 'account' and staged.key = kept.owner and kept.type in ${children}
      left join (account a join customer known on known.id = a.customer_id)
        on a.account_number = kept.owner and kept.type in ${children} and staged.owner is null
      where kept.type not in ('plan', 'login')
    ) owned
  ) numbered;
  create index on import_order (batch);
  analyze import_order`;

const lineColumns = ['line', 'type', 'key', 'owner', 'content', 'hash'] as const;
const refusalColumns = ['line', 'field', 'reason'] as const;

/** A line as a row of its staging table. */
export function stagedCells(line: ParsedLine): CopyValue[] {
  return lineColumns.map((column) => line[column]);
}

/** A refusal as a row of its staging table. */
export function refusedCells(refusal: LineRefusal): CopyValue[] {
  return refusalColumns.map((column) => refusal[column]);
}

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

  /** Stages lines and refusals in COPY's text format, made of {@link stagedCells} and {@link refusedCells}. */
  async stage(lines: readonly string[], refusals: readonly string[]): Promise<void> {
    if (lines.length > 0) await copyTexts(this.#client, 'import_line', lineColumns, lines);
    if (refusals.length > 0) await copyTexts(this.#client, 'import_refusal', refusalColumns, refusals);
  }

  async refuse(refusals: readonly LineRefusal[]): Promise<void> {
    if (refusals.length === 0) return;
    await copyRows(this.#client, 'import_refusal', refusalColumns, refusals.map(refusedCells));
  }

  /** Puts the lines in order by customer; `keyFields` names the field of each type's key. */
  async arrange(keyFields: Record<ImportType, string>): Promise<void> {
    await this.#client.query(keepLines);
    await this.#client.query(refuseDuplicates, [JSON.stringify(keyFields)]);
    await this.#client.query(makeBatches);
  }

  /** Kept lines of whole customers, in order of customer; some 4,000 at a time. */
  async *batches(): AsyncGenerator<StagedLine[]> {
    const { rows } = await this.#client.query<{ batch: number }>(
      'select distinct batch from import_order order by batch',
    );
    for (const { batch } of rows) {
      const lines = await this.#client.query<StagedLine>(
        `select o.customer, l.* from import_order o join import_line l using (line)
         where o.batch = $1 order by o.position`,
        [batch],
      );
      yield lines.rows;
    }
  }

  /** Kept lines of plans or of logins, some 4,000 at a time. */
  linesOf(type: 'plan' | 'login'): AsyncGenerator<StagedLine[]> {
    return this.#pages(
      `select null as customer, l.* from import_kept k join import_line l using (line)
       where k.type = '${type}' order by k.line`,
    );
  }

  /** Accounts of the file, readable or not: the line of each, and whether it may be written. */
  async accounts(numbers: readonly string[]): Promise<Map<string, { line: number; isRefused: boolean }>> {
    const { rows } = await this.#client.query<{ key: string; line: number; isRefused: boolean }>(
      `select key, line, exists (select from import_refusal r where r.line = k.line) as "isRefused"
       from import_kept k where type = 'account' and key = any($1)`,
      [numbers],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** Every refusal in order of lines, some 4,000 at a time. */
  refusals(): AsyncGenerator<LineRefusal[]> {
    return this.#pages('select line, field, reason from import_refusal order by line, field');
  }

  /** Number of refused lines. */
  async countRefused(): Promise<number> {
    const { rows } = await this.#client.query<{ lines: number }>(
      'select count(distinct line) as lines from import_refusal',
    );
    return rows[0]?.lines ?? 0;
  }

  /** Rows of a query through a cursor, which outlives statements in between. */
  async *#pages<T extends pg.QueryResultRow>(query: string): AsyncGenerator<T[]> {
    await this.#client.query(`declare import_page cursor with hold for ${query}`);
    for (;;) {
      const { rows } = await this.#client.query<T>(`fetch ${batchLines} from import_page`);
      if (rows.length === 0) break;
      yield rows;
    }
    await this.#client.query('close import_page');
  }
}
