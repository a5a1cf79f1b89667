import { type ImportType, importKeys } from '@myaccount/contract/import';
import type pg from 'pg';
import { copyRows, copyTexts, textsOf } from '../../../platform/database/copy.ts';
import type { LineRefusal, ParsedLine } from './import.parse.rules.ts';
import type { RecordKey } from './import.secrets.rules.ts';

/** A staged line whose record is known; `customer` is empty when it is not known whom it belongs to. */
export interface StagedLine extends Omit<ParsedLine, 'type' | 'key' | 'refusals'>, RecordKey {
  readonly customer: string;
}

/** What refusals have in common, without the names, amounts, and lines of each. */
export interface RefusalCause {
  /** Null where it is not known what the lines are. */
  readonly type: ImportType | null;
  readonly field: string;
  readonly reason: string;
  /** How many lines it refuses, and the first of them. */
  readonly lines: number;
  readonly firstLine: number;
  /** True when the lines are refused because another line is. */
  readonly isDependent: boolean;
}

const batchLines = 4_000;
const children = "('paymentMethod', 'invoice', 'payment', 'appointment')";

const createTables = `
  create temp table import_line
    (line bigint, type text, key text, owner text, content text, hash bytea, refusals text);
  create temp table import_refusal (line bigint, field text, reason text)`;

// Of several lines with one key the first readable one counts; the other readable ones must say the same.
const refuseDuplicates = `
  insert into import_refusal
  select l.line, $1::jsonb ->> type, 'is already on line ' || kept.line || ' with other content'
  from import_line l join import_kept kept using (type, key)
  where l.hash <> kept.hash`;

const keepLines = `
  insert into import_refusal
    select line, refusal ->> 'field', refusal ->> 'reason'
    from import_line, jsonb_array_elements(refusals::jsonb) refusal where refusals is not null;
  create temp table import_kept as
    select distinct on (type, key) type, key, owner, line, hash
    from import_line where key is not null order by type, key, content is null, line;
  create index on import_kept (key) where type = 'account';
  analyze import_kept;
  create index on import_line (line);
  analyze import_line (line);
  create index on import_refusal (line)`;

// Plans come first and logins, which may span customers, last. Lines of one customer are adjacent, whatever the order of
// the file, and are never in two batches.
const makeBatches = `
  create temp table import_order as
  select pass, customer, line, (min(position) over (partition by pass, customer)) / ${batchLines} as batch, position
  from (
    select *, row_number() over (order by pass, customer, line) as position
    from (
      select kept.line,
        case kept.type when 'plan' then 'plans' when 'login' then 'logins' else 'customers' end as pass,
        coalesce(case
          when kept.type = 'account' then kept.owner
          when kept.type not in ${children} then kept.key
          else coalesce(staged.owner, known.customer_number)
        end, '') as customer
      from import_kept kept
      left join import_kept staged on staged.type = 'account' and staged.key = kept.owner and kept.type in ${children}
      left join (account_lookup l join customer known on known.id = l.customer_id)
        on l.kind = 'account' and l.key = kept.owner and kept.type in ${children} and staged.owner is null
    ) owned
  ) numbered;
  create index on import_order (pass, batch);
  analyze import_order`;

const selectCauses = `
  select type, field, reason, count(distinct line)::int as lines, min(line)::int as "firstLine", "isDependent"
  from (
    select line, l.type, regexp_replace(field, '\\[\\d+\\]', '[]', 'g') as field,
      -- A rule of the format says the same of every line.
      case when reason like 'must %' then reason else regexp_replace(regexp_replace(regexp_replace(
        reason, '"[^"]*"', '"…"', 'g'), '\\mline \\d+', 'line …', 'g'), '-?\\d+\\.\\d\\d|=\\([^)]*\\)', '…', 'g') end as reason,
      reason ~ 'is refused \\(line|\\(without line' as "isDependent"
    from import_refusal left join import_line l using (line)
  ) refusal
  group by type, field, reason, "isDependent"
  order by "isDependent", lines desc, "firstLine"`;

const columns = 'line, type, key, owner, content, hash';

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

  /** Stages lines in one COPY, as fast as the database takes them. */
  async stage(bundles: AsyncIterable<readonly ParsedLine[]>): Promise<void> {
    async function* texts(): AsyncGenerator<string> {
      for await (const lines of bundles)
        yield* textsOf(
          lines.map(({ line, type, key, owner, content, hash, refusals }) => {
            const why = refusals.length > 0 ? JSON.stringify(refusals) : null;
            return [line, type, key, owner, content, hash, why];
          }),
        );
    }
    await copyTexts(this.#client, 'import_line', [columns, 'refusals'], texts());
  }

  async refuse(refusals: readonly LineRefusal[]): Promise<void> {
    if (refusals.length === 0) return;
    const cells = refusals.map(({ line, field, reason }) => [line, field, reason]);
    await copyRows(this.#client, 'import_refusal', ['line', 'field', 'reason'], cells);
  }

  /** Puts the lines in order by customer. */
  async arrange(): Promise<void> {
    await this.#client.query(keepLines);
    await this.#client.query(refuseDuplicates, [JSON.stringify(importKeys)]);
    await this.#client.query(makeBatches);
  }

  /** Kept lines of a pass, some 4,000 at a time: those of whole customers in order of customer, others in order of key. */
  async *batches(pass: 'plans' | 'customers' | 'logins'): AsyncGenerator<StagedLine[]> {
    const { rows } = await this.#client.query<{ batch: number }>(
      'select distinct batch from import_order where pass = $1 order by batch',
      [pass],
    );
    for (const { batch } of rows) {
      const lines = await this.#client.query<StagedLine>(
        `select customer, ${columns} from import_order join import_line using (line)
         where pass = $1 and batch = $2 order by position`,
        [pass, batch],
      );
      yield lines.rows;
    }
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

  /** The causes of all refusals: the lines' own first, then what depends on other lines; the most frequent first. */
  async causes(): Promise<RefusalCause[]> {
    return (await this.#client.query<RefusalCause>(selectCauses)).rows;
  }

  /** Every refusal in order of lines, some 4,000 at a time. */
  async *refusals(): AsyncGenerator<LineRefusal[]> {
    const query = 'select line, field, reason from import_refusal order by line, field';
    await this.#client.query(`declare import_page cursor with hold for ${query}`);
    for (;;) {
      const { rows } = await this.#client.query<LineRefusal>(`fetch ${batchLines} from import_page`);
      if (rows.length === 0) return;
      yield rows;
    }
  }

  /** Number of refused lines. */
  async countRefused(): Promise<number> {
    const { rows } = await this.#client.query<{ lines: number }>(
      'select count(distinct line) as lines from import_refusal',
    );
    return rows[0]?.lines ?? 0;
  }
}
