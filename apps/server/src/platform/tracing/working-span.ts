import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { AddAttributes, SpanStart } from './span.ts';

const contexts = new AsyncLocalStorage<Context>();
const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;

/** Returns the context of the span that is being worked on; undefined outside of every span. */
export function workingContext(): Context | undefined {
  return contexts.getStore();
}

/** Calls a function inside of a context. */
export function runInContext<T>(context: Context, work: () => T): T {
  return contexts.run(context, work);
}

/** Starts a span under the working one, or a new trace. */
export function startSpan(
  tracer: Tracer,
  { name, kind, attributes }: Omit<SpanStart, 'kind'> & { readonly kind: keyof typeof kinds },
): { span: Span; context: Context } {
  const parent = contexts.getStore() ?? ROOT_CONTEXT;
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

/** Marks a span as failed. The error's text is left out: it may quote values. */
export function markFailed(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : 'unknown';
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  span.setAttribute('error.type', code ?? type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work in a span. */
export async function inSpan<T>(
  tracer: Tracer,
  start: SpanStart,
  work: (add: AddAttributes) => Promise<T>,
): Promise<T> {
  const { span, context } = startSpan(tracer, start);
  try {
    return await contexts.run(context, () => work((attributes) => span.setAttributes({ ...attributes })));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}
