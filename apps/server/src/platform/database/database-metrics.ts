import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from './connect.ts';
import { whenWorkerAway } from './failure.ts';
import type { Tables } from './tables.ts';

/** One value of a gauge or counter. */
export interface Figure {
  readonly gauge: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a figure is for Prometheus. A counter only grows; its value is the sum so far. */
interface FigureKind {
  readonly type?: 'counter';
  readonly help: string;
  readonly labels?: readonly string[];
}

/** Gauges and counters whose values one statement reads. The statement must be cheap on millions of rows. */
export interface FigureSource {
  readonly gauges: Readonly<Record<string, FigureKind>>;
  read(trx: Transaction<Tables>): Promise<Figure[]>;
}

interface DatabaseMetricsOptions {
  readonly db: Database;
  readonly sources: readonly FigureSource[];
  /** How long values count as current. Scrapes in between read nothing. */
  readonly cacheMs?: number;
  /** Longest time that a scrape waits, and that a statement runs. */
  readonly timeoutMs?: number;
}

/**
 * Adds gauges that the database knows, the same on every server. Any number of scrapes reads at most once in
 * `cacheMs`. If the database does not answer in time, the gauges are missing and `myaccount_database_up` is 0.
 */
export function addDatabaseMetrics(registry: Registry, options: DatabaseMetricsOptions): void {
  const { db, sources, cacheMs = 5_000, timeoutMs = 2_000 } = options;
  const registers = [registry];
  const gauges = new Map<string, Gauge | Counter>();
  const clears: (() => void)[] = [];
  let nextReadAt = 0;
  let reading: Promise<void> | undefined;

  const show = (figures: readonly Figure[] | undefined) => {
    up.set(figures ? 1 : 0);
    for (const clear of clears) clear();
    for (const { gauge, labels = {}, value } of figures ?? []) setFigure(gauges.get(gauge), labels, value);
  };
  const read = async () => {
    const figures = await readFigures(db, sources, timeoutMs).catch(() => undefined);
    nextReadAt = performance.now() + cacheMs;
    reading = undefined;
    show(figures);
  };
  const collect = async () => {
    if (!reading && performance.now() < nextReadAt) return;
    reading ??= read();
    const isLate = await Promise.race([reading, timeout(timeoutMs)]);
    if (isLate) show(undefined);
  };
  const up = new Gauge({
    name: 'myaccount_database_up',
    help: '1 if the database answered in time, otherwise 0',
    registers,
    collect,
  });
  for (const source of sources) {
    for (const [name, { type, help, labels: labelNames = [] }] of Object.entries(source.gauges)) {
      const settings = { name, help, labelNames: [...labelNames], registers, collect };
      const gauge = type === 'counter' ? new Counter(settings) : new Gauge(settings);
      // A reset would leave a 0 where there are no labels.
      const clear = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset());
      clear();
      clears.push(clear);
      gauges.set(name, gauge);
    }
  }
}

/** Sets what a scrape shows; all figures were cleared before. */
function setFigure(
  figure: Gauge | Counter | undefined,
  labels: Readonly<Record<string, string>>,
  value: number,
): void {
  if (figure instanceof Counter) figure.inc(labels, value);
  else figure?.set(labels, value);
}

async function readFigures(
  db: Database,
  sources: readonly FigureSource[],
  timeoutMs: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  // The others are still known.
  for (const { read } of sources)
    figures.push(...(await readInTime(db, timeoutMs, read).catch(whenWorkerAway(() => []))));
  return figures;
}

/** Reads in a transaction that stores nothing, and each of whose statements ends after this long. */
export async function readInTime<Result>(
  db: Database,
  timeoutMs: number,
  read: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const reading = db.transaction().setAccessMode('read only');
  return await reading.execute(async (trx) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx);
    return await read(trx);
  });
}

const timeout = (ms: number) =>
  new Promise<true>((resolve) => {
    setTimeout(resolve, ms, true).unref();
  });

/** Adds gauges of the connection pool: total, idle, and requests that wait for a connection. */
export function addPoolMetrics(registry: Registry, pool: pg.Pool): void {
  const gaugeOf = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gaugeOf('myaccount_database_connections', 'Open connections of the pool', () => pool.totalCount);
  gaugeOf('myaccount_database_connections_idle', 'Connections nobody uses now', () => pool.idleCount);
  gaugeOf('myaccount_database_connections_waiting', 'Requests for a connection', () => pool.waitingCount);
  gaugeOf('myaccount_database_connections_maximum', 'Largest size of the pool', () => pool.options.max);
}
