import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
}

/** A tiny OTLP/HTTP receiver, and what it got: the bodies as text, and their spans. */
export interface TraceReceiver {
  readonly url: string;
  readonly bodies: string[];
  readonly spans: ReceivedSpan[];
  readonly resources: unknown[];
  close(): void;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const resources: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: { resource: unknown; scopeSpans: { spans: ReceivedSpan[] }[] }[];
    };
    bodies.push(`${request.url} ${JSON.stringify(body)}`);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(resource);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies, spans, resources, close: () => void server.close() };
}

const resolve = (path: string) => JSON.stringify(import.meta.resolve(path));
/** A server process; on SIGTERM it sends its last spans and prints whether OpenTelemetry was loaded. */
const program = `
  import { createRequire } from 'node:module';
  import { startTracing, stopTracing } from ${resolve('../platform/tracing/tracing.ts')};
  import { readConfig } from ${resolve('../config.ts')};
  import { openPortal } from ${resolve('../platform/open-portal.ts')};
  import { createLog } from ${resolve('../platform/log.ts')};
  import { createApp } from ${resolve('../app.ts')};
  const config = readConfig(process.env);
  const log = createLog('silent');
  await startTracing(process.env, log);
  const { portal, pool } = openPortal(config, log);
  const app = await createApp({ portal, pool, webRoot: null });
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  console.log(JSON.stringify({ address }));
  process.on('SIGTERM', async () => {
    await app.close();
    await portal.db.destroy();
    await stopTracing();
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));
    console.log(JSON.stringify({ loaded: loaded.filter((path) => !path.includes('@opentelemetry/api/')).length }));
    process.exit(0);
  });`;

/** A server with traces, in its own process. */
export interface TracedServer {
  call(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  /** Stops the server and returns how many files of OpenTelemetry's SDK it had loaded. */
  stop(): Promise<number>;
}

/** Starts a server that ends with the test. */
export async function startTracedServer(settings: Record<string, string>): Promise<TracedServer> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? '{}');
  const { address } = await read();
  return {
    call: (path, body, headers = {}) =>
      fetch(`${address}/myaccount/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      child.kill('SIGTERM');
      const { loaded } = await read();
      return loaded;
    },
  };
}
