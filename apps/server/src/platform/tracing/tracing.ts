import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { Environment } from '../settings.ts';

/** What a span says. Values are names from the code, counts, and the correlation id; never what a customer typed. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work to trace. */
export interface SpanStart {
  readonly name: string;
  /** `client` for a call of an outside service. */
  readonly kind: 'internal' | 'client';
  readonly attributes: SpanAttributes;
}

/** Adds attributes that are known only at the end. */
export type AddAttributes = (attributes: SpanAttributes) => void;

/** OpenTelemetry, loaded only if its variables are set. */
export interface Tracing {
  inSpan<T>(start: SpanStart, work: (add: AddAttributes) => Promise<T>): Promise<T>;
  traceRequests(app: FastifyInstance): void;
  traceStatements(pool: pg.Pool): void;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
}

let tracing: Tracing | undefined;

/** Whether OpenTelemetry's variables ask for traces. */
export function isTracingOn(environment: Environment): boolean {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  const exporter = environment.OTEL_TRACES_EXPORTER;
  if (exporter) return exporter === 'otlp';
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Loads OpenTelemetry if its variables ask for traces. Call it before the server and the pool are opened. */
export async function startTracing(environment: Environment, log: BaseLogger): Promise<void> {
  if (!isTracingOn(environment)) return;
  const { openTracing } = await import('./open-tracing.ts');
  tracing = openTracing(environment, log);
}

/** Sends the last spans and ends tracing. */
export async function stopTracing(): Promise<void> {
  await tracing?.close();
  tracing = undefined;
}

/** Runs work in a span; without tracing it only runs the work. */
export function inSpan<T>(start: SpanStart, work: (add: AddAttributes) => Promise<T>): Promise<T> {
  return tracing ? tracing.inSpan(start, work) : work(addNothing);
}

/** Traces a server's requests by route pattern, if tracing is on. */
export function traceRequests(app: FastifyInstance): void {
  tracing?.traceRequests(app);
}

/** Traces a pool's statements inside of other spans, if tracing is on. */
export function traceStatements(pool: pg.Pool): void {
  tracing?.traceStatements(pool);
}

const addNothing: AddAttributes = () => undefined;
