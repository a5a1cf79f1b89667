import { type Context, type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInContext, startSpan } from './working-span.ts';

const firstServerError = 500;

/**
 * Traces requests by method and route pattern. A caller's `traceparent` is not read: anybody could send one. Paths,
 * queries, headers, and addresses are in no span.
 */
export function traceRequests(tracer: Tracer, app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, { span: Span; context: Context }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'myaccount.correlation_id': request.id,
    };
    const started = startSpan(tracer, { name: `${request.method} ${route}`, kind: 'server', attributes });
    spans.set(request, started);
    runInContext(started.context, done);
  });
  // Reading a body leaves the context: its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const started = spans.get(request);
    if (started) runInContext(started.context, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= firstServerError) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
