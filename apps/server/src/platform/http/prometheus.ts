import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { processMetrics } from '../metrics.ts';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Returns a server's Prometheus metrics: its process, what it counts, and its requests by route pattern and status. */
export function measureRequests(app: FastifyInstance): Registry {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond to a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [own],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  return Registry.merge([own, processMetrics]);
}

/** Serves the metrics on their own port, which customers must not reach. */
export function listenForPrometheus(registry: Registry, host: string, port: number, log: Logger): Server {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const metrics = await registry.metrics();
      return response.writeHead(200, { 'content-type': registry.contentType }).end(metrics);
    } catch (error) {
      log.warn({ err: error }, 'metrics not read');
      return response.writeHead(500).end();
    }
  });
  return server.listen(port, host);
}
