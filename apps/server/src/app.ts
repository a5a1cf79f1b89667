import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { registerAccountInfoRoutes } from './features/account-info/account-info.routes.ts';
import { registerAccountsRoutes } from './features/accounts/accounts.routes.ts';
import { appointmentJobs } from './features/appointments/appointments.job.ts';
import { registerAppointmentsRoutes } from './features/appointments/appointments.routes.ts';
import { registerAuditRoutes } from './features/audit/audit.routes.ts';
import { autopayJobs } from './features/autopay/autopay.job.ts';
import { registerAutopayRoutes } from './features/autopay/autopay.routes.ts';
import { chargingPauseJobs } from './features/charging-pause/charging-pause.job.ts';
import { registerConsentsRoutes } from './features/consents/consents.routes.ts';
import { registerGiftCardRoutes } from './features/gift-card/gift-card.routes.ts';
import { heroDiscountJob } from './features/hero-discount/hero-discount.job.ts';
import { registerHeroDiscountRoutes } from './features/hero-discount/hero-discount.routes.ts';
import { registerHomeRoutes } from './features/home/home.routes.ts';
import { registerInvoicesRoutes } from './features/invoices/invoices.routes.ts';
import { registerLoginRoutes } from './features/login/login.routes.ts';
import { eventFigures } from './features/metrics/event-figures.repository.ts';
import { metricsJob } from './features/metrics/metrics.job.ts';
import { registerMetricsRoutes } from './features/metrics/metrics.routes.ts';
import { registerPaperlessRoutes } from './features/paperless/paperless.routes.ts';
import { registerAddMethodRoutes } from './features/payment-methods/add-method.routes.ts';
import { expiringMethodsJob } from './features/payment-methods/payment-methods.job.ts';
import { registerPaymentMethodsRoutes } from './features/payment-methods/payment-methods.routes.ts';
import type { PayingPortal } from './features/payment-state/outcome.service.ts';
import { paymentFigures } from './features/payments/payment-figures.repository.ts';
import { registerPaymentsRoutes } from './features/payments/payments.routes.ts';
import { chargePlannedJob } from './features/planned-payments/planned-payments.job.ts';
import { registerPlannedPaymentsRoutes } from './features/planned-payments/planned-payments.routes.ts';
import { registerReceiptsRoutes } from './features/receipts/receipts.routes.ts';
import { reconciliationJobs } from './features/reconciliation/reconciliation.job.ts';
import { retentionJob } from './features/retention/retention.job.ts';
import { registerSessionsRoutes } from './features/sessions/sessions.routes.ts';
import { callerResolver } from './features/sessions/sessions.service.ts';
import { deliverDueTexts } from './features/texts/deliver-text.service.ts';
import { registerTextsHooks } from './features/texts/texts.routes.ts';
import { openProcessors, processorStates } from './gateways/card-processor/open-processors.ts';
import { signedOutUrlOf } from './gateways/identity/open-identity.ts';
import { type MailGateway, openMailGateway } from './gateways/mail/smtp.ts';
import { type CardServices, cardServiceStates, openCardServices } from './gateways/open-card-services.ts';
import {
  type OptionalServices,
  openOptionalServices,
  optionalServiceStates,
} from './gateways/open-optional-services.ts';
import type { SmsGateway } from './gateways/sms/sms.ts';
import { mailTemplates } from './mail-templates.ts';
import { addDatabaseMetrics, addPoolMetrics } from './platform/database/database-metrics.ts';
import { Endpoints } from './platform/http/endpoints.ts';
import { registerHealth } from './platform/http/health.ts';
import { measureRequests } from './platform/http/prometheus.ts';
import { createServer } from './platform/http/server.ts';
import { dateByClock } from './platform/http/server-date.ts';
import { prepareIdTokens } from './platform/id-token.ts';
import type { Job } from './platform/jobs/job.ts';
import { deliverDueMessages, deliverMessage, type OutboxContext } from './platform/outbox/deliver.ts';
import { keepDelivering } from './platform/outbox/keep-delivering.ts';
import { outboxFigures } from './platform/outbox/outbox-metrics.ts';
import { PdfDownloads } from './platform/pdf/pdf-downloads.ts';
import { createPdfRenderer, type PdfRenderer } from './platform/pdf/pdf-renderer.ts';
import type { Portal } from './platform/portal.ts';
import { traceRequests } from './platform/tracing/tracing.ts';
import { pageConfigOf } from './platform/web-page/page-config.ts';
import { registerWebPage } from './platform/web-page/web-page.ts';
import { shareLimits } from './share-limits.ts';

/** What an app is built from. The pool is the one under `portal.db`. */
export interface AppContext {
  readonly portal: Portal & { readonly log: Logger };
  readonly pool: pg.Pool;
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

const pdfLimits = { queueLimit: 100, timeoutMs: 10_000 };

/** Composes the features over one database. */
export async function createApp({ portal, pool, webRoot }: AppContext): Promise<App> {
  const { config } = portal;
  const mail = openMailGateway(config.mail);
  const outbox: OutboxContext = { portal, sendMail: mail.send, templates: mailTemplates };
  const processors = openProcessors(config);
  const cardServices = openCardServices(config);
  const optional = openOptionalServices(portal);
  const paying: PayingPortal = { ...portal, processors };
  const shares = shareLimits(portal);
  const idTokens = await prepareIdTokens(config.idTokenKeys, config.publicUrl);
  const server = await createServer(config, portal.log);
  const renderer = rendererOf(server, config.pdfWorkers);
  const { pdfsInProgressPerLogin: inProgressPerLogin } = config;
  const pdfs = new PdfDownloads({ renderer, limit: shares.pdfs, inProgressPerLogin });
  traceRequests(server);
  dateByClock(server, portal.clock);
  const metrics = config.metricsPort ? openMetrics(server, portal, pool) : null;
  const endpoints = new Endpoints(server, callerResolver(portal));

  const deliver = senderOf(outbox);
  registerLoginRoutes(endpoints, { portal, idTokens, ...optional, deliver, checkMail: mail.check });
  registerPortalRoutes(endpoints, portal);
  registerInvoicesRoutes(endpoints, portal, pdfs);
  registerAddMethodRoutes(endpoints, { portal, ...cardServices, stepsPerLogin: shares.frameSteps });
  registerPaymentsRoutes(endpoints, paying, shares.payments);
  registerReceiptsRoutes(endpoints, portal, pdfs);
  registerAutopayRoutes(endpoints, paying);
  registerAccountInfoRoutes(endpoints, { portal, deliver, changesPerLogin: shares.accountChanges });
  registerHeroDiscountRoutes(endpoints, server, { portal, ...optional, ...shares });
  const slots = { readings: new Map(), unread: new Set<string>() };
  registerAppointmentsRoutes(endpoints, server, { portal, ...optional, ...slots, ...shares });
  registerAuditRoutes(endpoints, portal);
  if (optional.sms) await registerTextsHooks(server, portal, optional.sms);

  server.get(`${basePath}/.well-known/jwks.json`, async () => idTokens.keySet);
  // The routes of a server that never listens reach nobody.
  const listener = config.role === 'jobs' ? await createServer(config, portal.log) : server;
  registerHealth(listener, {
    db: portal.db,
    services: () => ({ ...basicStates(mail, processors, cardServices), ...optionalServiceStates(optional) }),
  });
  if (webRoot) await registerPages(server, webRoot, config);

  const close = async () => {
    await Promise.all([server.close(), listener.close()]);
    await portal.seenSessions.write();
    await portal.replica?.close();
    mail.close();
    await renderer.close();
  };
  const keepDelivering = deliveryOf(outbox, optional.sms);
  return { server: listener, jobs: jobsOf(paying, optional), keepDelivering, metrics, close };
}

/** Serves the built web application. */
async function registerPages(server: FastifyInstance, built: string, config: Config): Promise<void> {
  const page = pageConfigOf({ ...config, siteUrl: signedOutUrlOf(config) });
  await registerWebPage(server, { built, previous: config.previousAssetsDir }, page);
}

/** Returns the renderer of PDFs. Its workers start when the server listens, so that no customer waits for them. */
function rendererOf(server: FastifyInstance, workers: number): PdfRenderer {
  const renderer = createPdfRenderer({ workers, ...pdfLimits });
  server.addHook('onListen', async () => renderer.start());
  return renderer;
}

/** Returns the last known state of the services that every portal has. */
function basicStates(
  mail: MailGateway,
  processors: Parameters<typeof processorStates>[0],
  services: CardServices,
) {
  return { mail: mail.state(), ...processorStates(processors), ...cardServiceStates(services) };
}

/** Returns the function that starts delivery of mails and texts. */
function deliveryOf(outbox: OutboxContext, sms: SmsGateway | null): () => () => Promise<void> {
  const { portal } = outbox;
  return () => {
    const stops = [
      keepDelivering(portal.log, () => deliverDueMessages(outbox)),
      keepDelivering(portal.log, () => deliverDueTexts({ portal, sms })),
    ];
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  };
}

/** Registers the calls of features that need nothing else than the portal. */
function registerPortalRoutes(endpoints: Endpoints, portal: Portal): void {
  registerAccountsRoutes(endpoints, portal);
  registerHomeRoutes(endpoints, portal);
  registerPaymentMethodsRoutes(endpoints, portal);
  registerPlannedPaymentsRoutes(endpoints, portal);
  registerConsentsRoutes(endpoints, portal);
  registerPaperlessRoutes(endpoints, portal);
  registerGiftCardRoutes(endpoints, portal);
  registerSessionsRoutes(endpoints, portal);
  registerMetricsRoutes(endpoints, portal);
}

/** Returns the background work of every feature. */
function jobsOf(portal: PayingPortal, { eligibility, fieldService }: OptionalServices): Job[] {
  return [
    ...chargingPauseJobs(portal),
    ...reconciliationJobs(portal),
    chargePlannedJob(portal),
    ...autopayJobs(portal),
    expiringMethodsJob(portal),
    ...(eligibility ? [heroDiscountJob(portal, eligibility)] : []),
    ...appointmentJobs(portal, fieldService),
    retentionJob(portal),
    metricsJob(portal),
  ];
}

/** Returns everything that a scrape shows: this process, its pool, and what the database knows. */
function openMetrics(server: FastifyInstance, { db, clock }: Portal, pool: pg.Pool): Registry {
  const registry = measureRequests(server);
  addPoolMetrics(registry, pool);
  const sources = [outboxFigures(clock), paymentFigures(clock), eventFigures];
  addDatabaseMetrics(registry, { db, sources });
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
