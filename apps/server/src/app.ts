import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ServingPortal } from './features/feature.ts';
import { callerResolver } from './features/sessions/sessions.service.ts';
import { deliverDueTexts } from './features/texts/deliver-text.service.ts';
import { windowLimit } from './features/window-limit.ts';
import { features, mailTemplates, tags } from './features.ts';
import { openMailGateway } from './gateways/mail/smtp.ts';
import { openServices, serviceStates } from './gateways/open-services.ts';
import type { SmsGateway } from './gateways/sms/sms.ts';
import { pageConfigOf } from './page-config.ts';
import { addDatabaseMetrics, addPoolMetrics } from './platform/database/database-metrics.ts';
import { workerFigures } from './platform/database/distribution/workers.ts';
import { Endpoints } from './platform/http/endpoints.ts';
import { registerHealth } from './platform/http/health.ts';
import { measureRequests } from './platform/http/prometheus.ts';
import { createServer } from './platform/http/server.ts';
import { dateByClock } from './platform/http/server-date.ts';
import { prepareIdTokens } from './platform/id-token.ts';
import type { Job } from './platform/jobs/job.ts';
import type { OpenPortal } from './platform/open-portal.ts';
import { deliverDueMessages, deliverMessage, type OutboxContext } from './platform/outbox/deliver.ts';
import { keepDelivering } from './platform/outbox/keep-delivering.ts';
import { outboxFigures } from './platform/outbox/outbox-metrics.ts';
import { PdfDownloads } from './platform/pdf/pdf-downloads.ts';
import { createPdfRenderer } from './platform/pdf/pdf-renderer.ts';
import type { Portal } from './platform/portal.ts';
import { traceRequests } from './platform/tracing/tracing.ts';
import { registerWebPage } from './platform/web-page/web-page.ts';

/** What an app is built from. */
export interface AppContext extends OpenPortal {
  /** Folder of the built web application; null serves only the API. */
  readonly webRoot: string | null;
}

/** The composed portal: its HTTP server, its jobs, and functions to run and close it. */
export interface App {
  /** Serves the pages and calls; with ROLE=jobs only the health checks. */
  readonly server: FastifyInstance;
  readonly jobs: readonly Job[];
  /** Starts outbox delivery and returns the function that stops it. */
  keepDelivering(): () => Promise<void>;
  /** Prometheus metrics; null without a metrics port. */
  readonly metrics: Registry | null;
  /** Closes the server and everything else that the app opened. */
  close(): Promise<void>;
}

/** Between two looks for what is due: most of what a server without work costs. */
const pausesMs = { mails: 1_000, texts: 2_000 };
const pdfLimits = { queueLimit: 100, timeoutMs: 10_000 };

/** Composes the features over one database. */
export async function createApp({ portal, pool, webRoot }: AppContext): Promise<App> {
  const { config } = portal;
  const mail = openMailGateway(config.mail);
  const outbox: OutboxContext = { portal, sendMail: mail.send, templates: mailTemplates };
  const services = openServices(portal);
  const renderer = createPdfRenderer({ workers: config.pdfWorkers, ...pdfLimits });
  const serving: ServingPortal = {
    ...portal,
    ...services,
    pool,
    idTokens: await prepareIdTokens(config.idTokenKeys, config.publicUrl),
    pdfs: new PdfDownloads(
      renderer,
      windowLimit(portal, 'pdfs-login', config.pdfsPerLogin, 'invoices.too-many-pdfs'),
      config.pdfsInProgressPerLogin,
    ),
    deliver: senderOf(outbox),
    checkMail: mail.check,
  };
  const server = await createServer(config, portal.log, tags);
  traceRequests(server);
  dateByClock(server, portal.clock);
  const metrics = config.metricsPort ? openMetrics(server, portal, pool) : null;
  registerHealth(server, portal.db, () => ({ mail: mail.state(), ...serviceStates(services) }));
  if (config.role !== 'jobs') {
    // Its workers start when the server listens, so that no customer waits for them.
    server.addHook('onListen', async () => renderer.start());
    await registerRoutes(server, serving);
    const previous = config.previousAssetsDir;
    if (webRoot) await registerWebPage(server, { built: webRoot, previous }, pageConfigOf(config));
  }

  const close = async () => {
    await server.close();
    await portal.seenSessions.write();
    await portal.replica?.close();
    mail.close();
    await renderer.close();
  };
  const jobs = features.flatMap((feature) => feature.jobs?.(serving) ?? []);
  return { server, jobs, keepDelivering: deliveryOf(outbox, services.sms), metrics, close };
}

/** Registers the calls of every feature. */
async function registerRoutes(server: FastifyInstance, portal: ServingPortal): Promise<void> {
  const endpoints = new Endpoints(server, callerResolver(portal));
  for (const feature of features) await feature.routes?.(endpoints, portal);
  server.get(`${basePath}/.well-known/jwks.json`, async () => portal.idTokens.keySet);
}

/** Returns the function that starts delivery of mails and texts. */
function deliveryOf(outbox: OutboxContext, sms: SmsGateway | null): () => () => Promise<void> {
  const { portal } = outbox;
  return () => {
    const stops = [
      keepDelivering(portal.log, pausesMs.mails, () => deliverDueMessages(outbox)),
      keepDelivering(portal.log, pausesMs.texts, () => deliverDueTexts({ portal, sms })),
    ];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  };
}

/** Returns everything that a scrape shows: this process, its pool, and what the database knows. */
function openMetrics(server: FastifyInstance, { db, clock }: Portal, pool: pg.Pool): Registry {
  const registry = measureRequests(server);
  addPoolMetrics(registry, pool);
  const ofFeatures = features.flatMap((feature) => feature.figures?.(clock) ?? []);
  addDatabaseMetrics(registry, { db, sources: [workerFigures, outboxFigures(clock), ...ofFeatures] });
  return registry;
}

/** Returns the function that sends a message at once instead of in the outbox's next round. */
function senderOf(outbox: OutboxContext): (messageId: string) => Promise<void> {
  return (messageId) =>
    deliverMessage(outbox, messageId).catch((error) => logUndelivered(outbox.portal, error));
}

function logUndelivered({ log }: Portal, error: unknown): void {
  log.warn({ err: error }, 'mail left for a later attempt');
}
