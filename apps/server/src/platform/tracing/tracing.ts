import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { Environment } from '../settings.ts';
import type { AddAttributes, SpanStart, Tracing } from './span.ts';

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
