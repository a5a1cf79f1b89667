import type { Span, Tracer } from '@opentelemetry/api';
import type pg from 'pg';
import { markFailed, runInContext, startSpan, workingContext } from './working-span.ts';

type Query = (...input: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** Traces the statements of a pool inside of other spans. A span names the statement and has neither text nor values. */
export function traceStatements(tracer: Tracer, pool: pg.Pool): void {
  pool.on('connect', (client) => traceClient(tracer, client));
  // A request that waits for a connection gets it in the context of the one that gives it back.
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  pool.connect = ((callback?: Callback) => {
    const context = workingContext();
    if (!callback || !context) return connect(callback);
    return connect((...results) => runInContext(context, () => callback(...results)));
  }) as typeof pool.connect;
}

function traceClient(tracer: Tracer, client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...input: unknown[]) => {
    const text = textOf(input[0]);
    if (text === undefined || !workingContext()) return query(...input);
    const { span } = startSpan(tracer, statementSpan(text));
    const callback = input.at(-1);
    if (typeof callback === 'function')
      return query(...input.slice(0, -1), endingWith(span, callback as Callback));
    return endSpan(span, query(...input) as Promise<unknown>);
  }) as typeof client.query;
}

function textOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  const text = (first as { text?: unknown } | null)?.text;
  const isSubmittable = typeof (first as { submit?: unknown } | null)?.submit === 'function';
  return typeof text === 'string' && !isSubmittable ? text : undefined;
}

function statementSpan(text: string) {
  const summary = summaryOf(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': summary.split(' ')[0] ?? '',
    'db.query.summary': summary,
  };
  return { name: summary, kind: 'client' as const, attributes };
}

/** Returns a statement's first word and its first table, such as `UPDATE session`. */
export function summaryOf(text: string): string {
  const operation = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = /\b(?:from|into|update)\s+"?([a-z][a-z_]*)/i.exec(text)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}

async function endSpan(span: Span, result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function endingWith(span: Span, callback: Callback): Callback {
  return (error, ...rest) => {
    if (error) markFailed(span, error);
    span.end();
    callback(error, ...rest);
  };
}
