import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { requireDatabase } from './platform/database/require-database.ts';
import { closeConnections, drain } from './platform/http/lifecycle.ts';
import { listenForPrometheus } from './platform/http/prometheus.ts';
import { requireListening } from './platform/http/require-listening.ts';
import { runJobs } from './platform/jobs/run-jobs.ts';
import { createLog } from './platform/log.ts';
import { openPortal } from './platform/open-portal.ts';
import { OperatorError } from './platform/operator-error.ts';
import type { Config } from './platform/platform-settings.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { exitAfter, stopOnSignal } from './platform/stop-on-signal.ts';
import { startTracing, stopTracing } from './platform/tracing/tracing.ts';

/** What a payment takes beyond its processor: its lookup and its statements. */
const paymentMarginMs = 10_000;
/** Connections that wait to be accepted. Linux cuts it to net.core.somaxconn. */
const backlog = 4_096;
const webRoot = fileURLToPath(new URL('../../web/dist/', import.meta.url));

try {
  await start(readServerConfig());
} catch (error) {
  // What an operator can fix is one sentence, without a stack trace.
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
}

function readServerConfig(): Config {
  const config = readConfig(process.env);
  if (config.isProduction && process.env.DATABASE_OWNER_URL)
    throw new StartRefusal(
      'DATABASE_OWNER_URL',
      'a server must not hold the owner’s login; set it only for npm run ops -- migrate',
    );
  return config;
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  if (config.role === 'jobs') yieldToPages();
  await startTracing(process.env, log);
  const { portal, pool } = openPortal(config, log);
  await requireDatabase(pool, { ...config, log });
  const app = await createApp({ portal, pool, webRoot });
  const stops: (() => unknown)[] = [];
  stopOnSignal(log, async (signal) => {
    log.info({ signal, drainSeconds: config.drainSeconds }, 'draining');
    await drain(app.server, config.drainSeconds);
    log.info('closing');
    exitAfter(config.processorTimeoutMs + paymentMarginMs, log);
    await Promise.all([closeConnections(app.server), ...stops.map((stop) => stop())]);
    await app.close();
    await portal.db.destroy();
    await stopTracing();
    log.info('stopped');
  });
  const metricsServer = await listen(config, app, log);
  stops.push(() => metricsServer?.close());
  if (config.role !== 'web') {
    stops.push(runJobs(app.jobs, { db: portal.db, log }));
    stops.push(app.keepDelivering());
  }
  log.info({ role: config.role, address: config.publicUrl }, 'portal started');
}

/**
 * Lowers this server's priority: on a machine that also serves pages, customers wait for those. On Linux each thread has its
 * own, and Node's helpers run already.
 */
function yieldToPages(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}

/** Opens the ports. Returns the server of the metrics, undefined if they are off. */
async function listen({ host, port, ...config }: Config, app: App, log: Logger): Promise<Server | undefined> {
  const settings = { hostSetting: 'HOST', portSetting: 'PORT' };
  await requireListening(app.server.listen({ host, port, backlog }), { host, port, ...settings });
  if (!app.metrics || !config.metricsPort) return undefined;
  const metricsAt = { host: config.metricsHost, port: config.metricsPort };
  const server = listenForPrometheus(app.metrics, metricsAt.host, metricsAt.port, log);
  const metricsSettings = { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' };
  await requireListening(once(server, 'listening'), { ...metricsAt, ...metricsSettings });
  return server;
}
