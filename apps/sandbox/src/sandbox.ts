import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { openCardFormStore } from './card-form/card-form.store.ts';
import { type CardFrameStore, openCardFrameStore } from './card-frame/card-frame.store.ts';
import type { ChargeContext } from './card-processor/charge.service.ts';
import { openChargeStore } from './card-processor/charge.store.ts';
import { registerCharges } from './card-processor/charges.routes.ts';
import { registerOrbital } from './card-processor/orbital/orbital.routes.ts';
import { registerTransafe } from './card-processor/transafe/transafe.routes.ts';
import { registerControl } from './control/control.routes.ts';
import { type Control, createControl } from './control/control.ts';
import { registerFieldService } from './field-service/field-service.routes.ts';
import { VisitService } from './field-service/visit.service.ts';
import { openVisitStore } from './field-service/visit.store.ts';
import { registerVisits } from './field-service/visits.routes.ts';
import { createHostedApp } from './hosted/hosted-app.ts';
import { registerCodes } from './identity/codes.routes.ts';
import type { IdentityOptions } from './identity/identity.routes.ts';
import { openIdentityStore } from './identity/identity.store.ts';
import { createSigningKeys } from './identity/signing-keys.ts';
import { registerInbox } from './inbox/inbox.routes.ts';
import { type InboxStore, openInboxStore } from './inbox/inbox.store.ts';
import { createSmtpServer } from './inbox/smtp.ts';
import { registerAssets } from './pages/assets.routes.ts';
import { startPage } from './pages/start.page.ts';
import { testNumbersPage } from './pages/test-numbers.page.ts';
import { openSandboxDatabase, type SandboxDatabase } from './sandbox-database.ts';
import type { SandboxSettings } from './settings.ts';
import { registerReplies } from './sms/reply.routes.ts';
import { registerSms } from './sms/sms.routes.ts';
import { openSmsStore } from './sms/sms.store.ts';
import { createSmsCallbacks } from './sms/sms-callbacks.ts';
import { createCallbackSender } from './verify-pass/callbacks.ts';
import { openVerificationStore } from './verify-pass/verification.store.ts';
import { registerVerifications } from './verify-pass/verifications.routes.ts';
import type { VerifyPassOptions } from './verify-pass/verify-pass.routes.ts';
import { prepareWebApp, webAppOptions } from './web-app.ts';

export interface RunningSandbox {
  readonly url: string;
  readonly smtpUrl: string;
  /** The origin of the hosted forms. */
  readonly framesUrl: string;
  stop(): Promise<void>;
}

// Both loopback families, so that either works for the caller's resolver.
const webHost = 'localhost';
const mailHost = '127.0.0.1';
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  // Mails have their own styles and pictures. Their frame runs under the policy of the page.
  "style-src 'self' 'unsafe-inline'",
  'img-src data: https: http:',
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Starts the sandbox: web pages, card processors, hosted forms, and mail server. */
export async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const database = openSandboxDatabase(settings.folder);
  const store = openInboxStore(database);
  const control = createControl();
  const { clock, delays, bankSettlesAfterDays } = settings;
  const smtp = createSmtpServer({ store, clock, control, slowMs: delays.slowMs });
  const smtpPort = await listenForMail(smtp.server, settings.smtpPort);
  const smtpUrl = `smtp://${mailHost}:${smtpPort}`;
  const context = { database, store: openChargeStore(database), clock, bankSettlesAfterDays };
  const tickets = openCardFrameStore(database);
  const verifyPass = openVerifyPass(settings, database);
  const identity = { store: openIdentityStore(database), inbox: store, keys: createSigningKeys(), clock };
  const hosted = await createHosted(settings, { tickets, control, database, verifyPass, identity });
  const framesUrl = await listen(hosted, settings.framePort);
  const app = await createApp(settings, { context, control, tickets, smtpUrl, framesUrl });
  await registerTexts(app, settings, { database, control, inbox: store });
  registerInbox(app, store);
  registerVerifications(app, verifyPass);
  await addFieldService(app, settings, { database, control });
  registerCodes(app, identity);
  return {
    url: await listen(app, settings.port),
    smtpUrl,
    framesUrl,
    stop: async () => {
      await Promise.all([
        verifyPass.callbacks.stop(),
        app.close(),
        hosted.close(),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
      database.close();
    },
  };
}

interface AppParts {
  readonly context: ChargeContext;
  readonly control: Control;
  readonly tickets: CardFrameStore;
  readonly smtpUrl: string;
  readonly framesUrl: string;
}

async function createApp(
  settings: SandboxSettings,
  { context, control, tickets, smtpUrl, framesUrl }: AppParts,
): Promise<FastifyInstance> {
  const app = fastify(webAppOptions);
  prepareWebApp(app, {
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
  });
  const { portalUrl, credentials, delays } = settings;
  const options = { faults: { control, delays }, credentials, tickets };
  await app.register(async (scope) => registerTransafe(scope, context, options), {
    prefix: '/transafe/api/v2',
  });
  await app.register(async (scope) => registerOrbital(scope, context, options), {
    prefix: '/orbital/gwapi/v4/gateway',
  });
  registerAssets(app);
  registerCharges(app, context);
  registerControl(app, control, delays.slowMs);
  app.get('/test-numbers', async (_request, reply) => reply.type('text/html').send(testNumbersPage()));
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(startPage({ portalUrl, smtpUrl, framesUrl, modes: control.read() })),
  );
  return app;
}

/** Adds the field service and the page of its visits. */
async function addFieldService(
  app: FastifyInstance,
  { clock, delays, credentials }: SandboxSettings,
  { database, control }: { database: SandboxDatabase; control: Control },
): Promise<void> {
  const store = openVisitStore(database);
  const visits = new VisitService({ store, clock });
  const options = { store, visits, faults: { control, delays }, token: credentials.fieldService.token };
  const plugin = (scope: FastifyInstance, _: object, done: () => void) => {
    registerFieldService(scope, options);
    done();
  };
  await app.register(plugin, { prefix: '/field-service/tmf-api/appointment/v4' });
  registerVisits(app, { store, visits });
}

/** Registers the service that sends texts, and the replies to them. */
async function registerTexts(
  app: FastifyInstance,
  { clock, delays, credentials, portalUrl }: SandboxSettings,
  { database, control, inbox }: Pick<AppParts, 'control'> & { database: SandboxDatabase; inbox: InboxStore },
): Promise<void> {
  const store = openSmsStore(database);
  const callbacks = createSmsCallbacks({ store, portalUrl, credentials });
  const options = { store, callbacks, inbox, clock, faults: { control, delays }, credentials };
  const plugin = (scope: FastifyInstance, _: object, done: () => void) => {
    registerSms(scope, options);
    done();
  };
  await app.register(plugin, { prefix: '/2010-04-01' });
  registerReplies(app, callbacks, credentials.twilio.from);
}

/** Opens what the eligibility service keeps, and its callbacks to the portal. */
function openVerifyPass(settings: SandboxSettings, database: SandboxDatabase): VerifyPassParts {
  const { clock, delays, credentials, portalUrl } = settings;
  const store = openVerificationStore(database);
  const hookUrl = `${portalUrl}/hooks/verify-pass`;
  const { lateMs } = delays;
  return {
    store,
    callbacks: createCallbackSender({ store, clock, hookUrl, lateMs, ...credentials.verifyPass }),
  };
}

type VerifyPassParts = Pick<VerifyPassOptions, 'store' | 'callbacks'>;

interface HostedParts extends Pick<AppParts, 'tickets' | 'control'> {
  readonly database: SandboxDatabase;
  readonly verifyPass: VerifyPassParts;
  readonly identity: Pick<IdentityOptions, 'store' | 'inbox' | 'keys' | 'clock'>;
}

function createHosted(
  settings: SandboxSettings,
  { tickets, control, database, verifyPass, identity }: HostedParts,
): Promise<FastifyInstance> {
  const { clock, delays, credentials, portalUrl, codesPerHour } = settings;
  const portalOrigin = new URL(portalUrl).origin;
  const shared = { clock, faults: { control, delays }, credentials };
  return createHostedApp(
    { ...shared, store: tickets },
    { ...shared, store: openCardFormStore(database), parentOrigin: portalOrigin },
    { ...shared, ...verifyPass },
    { ...shared, ...identity, codesPerHour, portalOrigin },
  );
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ port, host: webHost });
  return `http://${webHost}:${(app.server.address() as AddressInfo).port}`;
}

async function listenForMail(server: Server, port: number): Promise<number> {
  server.listen(port, mailHost);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
