import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

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
