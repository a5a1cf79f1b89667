import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { openCardFormStore } from './card-form/card-form.store.ts';
import { openCardFrameStore } from './card-frame/card-frame.store.ts';
import { openChargeStore } from './card-processor/charge.store.ts';
import { registerCharges } from './card-processor/charges.routes.ts';
import { registerOrbital } from './card-processor/orbital/orbital.routes.ts';
import { registerTransafe } from './card-processor/transafe/transafe.routes.ts';
import { registerControl } from './control/control.routes.ts';
import { createControl } from './control/control.ts';
import { registerFieldService } from './field-service/field-service.routes.ts';
import { VisitService } from './field-service/visit.service.ts';
import { openVisitStore } from './field-service/visit.store.ts';
import { registerVisits } from './field-service/visits.routes.ts';
import { createHostedApp } from './hosted/hosted-app.ts';
import { registerCodes } from './identity/codes.routes.ts';
import { openIdentityStore } from './identity/identity.store.ts';
import { createSigningKeys } from './identity/signing-keys.ts';
import { registerInbox } from './inbox/inbox.routes.ts';
import { openInboxStore } from './inbox/inbox.store.ts';
import { createSmtpServer } from './inbox/smtp.ts';
import { registerAssets } from './pages/assets.routes.ts';
import { startPage } from './pages/start.page.ts';
import { testNumbersPage } from './pages/test-numbers.page.ts';
import { openSandboxDatabase } from './sandbox-database.ts';
import type { SandboxSettings } from './settings.ts';
import { registerReplies } from './sms/reply.routes.ts';
import { registerSms } from './sms/sms.routes.ts';
import { openSmsStore } from './sms/sms.store.ts';
import { createSmsCallbacks } from './sms/sms-callbacks.ts';
import { createCallbackSender } from './verify-pass/callbacks.ts';
import { openVerificationStore } from './verify-pass/verification.store.ts';
import { registerVerifications } from './verify-pass/verifications.routes.ts';
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
  const services = openServices(settings);
  const smtp = createSmtpServer({ ...services, store: services.inbox, slowMs: settings.delays.slowMs });
  const smtpUrl = `smtp://${mailHost}:${await listenForMail(smtp.server, settings.smtpPort)}`;
  const hosted = await createHosted(settings, services);
  const framesUrl = await listen(hosted, settings.framePort);
  const app = await createApp(settings, services, { smtpUrl, framesUrl });
  return {
    url: await listen(app, settings.port),
    smtpUrl,
    framesUrl,
    stop: async () => {
      await Promise.all([
        services.verifyPass.callbacks.stop(),
        app.close(),
        hosted.close(),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
      services.database.close();
    },
  };
}

type Services = ReturnType<typeof openServices>;

/** Opens what the pages, the processors, the hosted forms, and the mail server share. */
function openServices({ folder, clock, delays, credentials, portalUrl }: SandboxSettings) {
  const database = openSandboxDatabase(folder);
  const control = createControl();
  const verifications = openVerificationStore(database);
  const sender = { store: verifications, clock, hookUrl: `${portalUrl}/hooks/verify-pass` };
  return {
    database,
    control,
    clock,
    credentials,
    faults: { control, delays },
    inbox: openInboxStore(database),
    tickets: openCardFrameStore(database),
    verifyPass: {
      store: verifications,
      callbacks: createCallbackSender({ ...sender, lateMs: delays.lateMs, ...credentials.verifyPass }),
    },
    identity: { store: openIdentityStore(database), keys: createSigningKeys() },
  };
}

async function createApp(
  { portalUrl, delays, bankSettlesAfterDays }: SandboxSettings,
  services: Services,
  addresses: Pick<RunningSandbox, 'smtpUrl' | 'framesUrl'>,
): Promise<FastifyInstance> {
  const app = fastify(webAppOptions);
  prepareWebApp(app, {
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
  });
  const { database, control, clock, credentials, faults, inbox, verifyPass, identity } = services;
  const under = (prefix: string, register: (scope: FastifyInstance) => void) =>
    app.register(async (scope) => register(scope), { prefix });
  const context = { database, store: openChargeStore(database), clock, bankSettlesAfterDays };
  await under('/transafe/api/v2', (scope) => registerTransafe(scope, context, services));
  await under('/orbital/gwapi/v4/gateway', (scope) => registerOrbital(scope, context, services));
  const texts = openSmsStore(database);
  const callbacks = createSmsCallbacks({ store: texts, portalUrl, credentials });
  await under('/2010-04-01', (scope) => registerSms(scope, { ...services, store: texts, callbacks }));
  const store = openVisitStore(database);
  const fieldService = { store, visits: new VisitService({ store, clock }) };
  const { token } = credentials.fieldService;
  await under('/field-service/tmf-api/appointment/v4', (scope) =>
    registerFieldService(scope, { ...fieldService, faults, token }),
  );
  registerAssets(app);
  registerCharges(app, context);
  registerControl(app, control, delays.slowMs);
  registerReplies(app, callbacks, credentials.twilio.from);
  registerInbox(app, inbox);
  registerVerifications(app, verifyPass);
  registerVisits(app, fieldService);
  registerCodes(app, { ...identity, clock });
  app.get('/test-numbers', async (_request, reply) => reply.type('text/html').send(testNumbersPage()));
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(startPage({ portalUrl, ...addresses, modes: control.read() })),
  );
  return app;
}

function createHosted(settings: SandboxSettings, services: Services): Promise<FastifyInstance> {
  const { database, tickets, verifyPass, identity } = services;
  const { portalUrl, codesPerHour } = settings;
  const portalOrigin = new URL(portalUrl).origin;
  return createHostedApp(
    { ...services, store: tickets },
    { ...services, store: openCardFormStore(database), parentOrigin: portalOrigin },
    { ...services, ...verifyPass },
    { ...services, ...identity, codesPerHour, portalOrigin },
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
