import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { BaseLogger } from 'pino';
import type { Environment } from '../settings.ts';
import type { Tracing } from './span.ts';
import { traceRequests } from './trace-requests.ts';
import { traceStatements } from './trace-statements.ts';
import { inSpan } from './working-span.ts';

const defaultServiceName = 'myaccount';
const protocol = 'http/json';
/** Longest time that a stopping server waits for the collector. */
const closeMs = 2_000;

/** Opens OpenTelemetry. Sampler, exporter, and resource read their own variables (OTEL_…). */
export function openTracing(environment: Environment, log: BaseLogger): Tracing {
  diag.setLogger(diagnosticsTo(log), DiagLogLevel.WARN);
  warnOfProtocol(environment, log);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': defaultServiceName }))
    .merge(detectResources({ detectors: [envDetector] }));
  const exporter = new OTLPTraceExporter();
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer: Tracer = provider.getTracer(defaultServiceName);
  return {
    inSpan: (start, work) => inSpan(tracer, start, work),
    traceRequests: (app) => traceRequests(tracer, app),
    traceStatements: (pool) => traceStatements(tracer, pool),
    close: async () => {
      await Promise.race([provider.shutdown().catch(() => undefined), pause(closeMs)]);
    },
  };
}

function warnOfProtocol(environment: Environment, log: BaseLogger): void {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = environment;
  const asked = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL;
  if (asked && asked !== protocol) log.warn({ asked, protocol }, 'traces are sent in another protocol');
}

/** OpenTelemetry's own problems, such as a collector that is away, are warnings. They never fail a request. */
function diagnosticsTo(log: BaseLogger) {
  const silent = () => undefined;
  const warn = (message: string) => log.warn({ reason: message.slice(0, 300) }, 'traces');
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
