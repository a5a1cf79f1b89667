import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { listenForPrometheus } from './platform/http/prometheus.ts';
import { runJobs } from './platform/jobs/run-jobs.ts';
import { stopWithLauncher } from './platform/launcher.ts';
import { createLog } from './platform/log.ts';
import { openPortal } from './platform/open-portal.ts';
import { SettingsError } from './platform/settings.ts';
import { startTracing, stopTracing } from './platform/tracing/tracing.ts';

const stopWithinMs = 10_000;

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const config = readConfigOrExit();
const log = createLog(config.logLevel);
await startTracing(process.env, log);
const { portal, pool } = openPortal(config, log);
const webRoot = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const app = await createApp({ portal, pool, webRoot });
const stopJobs =
  config.role === 'web' ? undefined : await runJobs(app.jobs, { databaseUrl: config.databaseUrl, log });
const stopDelivering = config.role === 'web' ? undefined : app.keepDelivering();
const metricsServer =
  app.metrics && config.metricsPort
    ? listenForPrometheus(app.metrics, config.host, config.metricsPort, log)
    : undefined;
if (config.role !== 'jobs') await app.server.listen({ host: config.host, port: config.port });
log.info({ role: config.role, address: config.publicUrl }, 'portal started');

let isStopping = false;

/** Lets running requests and jobs finish, then exits. Exits with an error if that takes too long. */
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  metricsServer?.close();
  await Promise.all([app.server.close(), stopJobs?.(), stopDelivering?.()]);
  await app.close();
  await portal.db.destroy();
  await stopTracing();
  log.info('stopped');
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
stopWithLauncher(() => void stop('launcher ended'));
