import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { registerCardForm } from './card-form/card-form.routes.ts';
import { openForms } from './card-form/card-form.store.ts';
import { registerCardFrame } from './card-frame/card-frame.routes.ts';
import { openFrames } from './card-frame/card-frame.store.ts';
import { openCharges } from './card-processor/charge.store.ts';
import { registerCharges } from './card-processor/charges.routes.ts';
import { registerOrbital } from './card-processor/orbital/orbital.routes.ts';
import { registerTransafe } from './card-processor/transafe/transafe.routes.ts';
import { registerControl } from './control/control.routes.ts';
import { createControl } from './control/control.ts';
import { registerFieldService } from './field-service/field-service.routes.ts';
import { VisitService } from './field-service/visit.service.ts';
import { openVisits } from './field-service/visit.store.ts';
import { registerVisits } from './field-service/visits.routes.ts';
import { registerBilling } from './gotransverse/billing.routes.ts';
import { BillingService } from './gotransverse/billing.service.ts';
import { registerGotransverse } from './gotransverse/gotransverse.routes.ts';
import { openBilling } from './gotransverse/gotransverse.store.ts';
import { registerCodes } from './identity/codes.routes.ts';
import { registerIdentity } from './identity/identity.routes.ts';
import { openCodes } from './identity/identity.store.ts';
import { createSigningKeys } from './identity/signing-keys.ts';
import { registerInbox } from './inbox/inbox.routes.ts';
import { openInbox } from './inbox/inbox.store.ts';
import { createSmtpServer } from './inbox/smtp.ts';
import { startPage } from './pages/start.page.ts';
import { testNumbersPage } from './pages/test-numbers.page.ts';
import { openSandboxDatabase } from './sandbox-database.ts';
import type { SandboxSettings } from './settings.ts';
import { registerReplies } from './sms/reply.routes.ts';
import { registerSms } from './sms/sms.routes.ts';
import { openTexts } from './sms/sms.store.ts';
import { createSmsCallbacks } from './sms/sms-callbacks.ts';
import { createCallbackSender } from './verify-pass/callbacks.ts';
import { openVerifications } from './verify-pass/verification.store.ts';
import { registerVerifications } from './verify-pass/verifications.routes.ts';
import { registerVerifyPass } from './verify-pass/verify-pass.routes.ts';
import { createWebApp } from './web-app.ts';

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
const files = ['pages/sandbox.css', 'pages/inbox.css', 'pages/fresh.js'];
const hostedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const hostedFiles = [
  'hosted/hosted.css',
  'hosted/hosted.js',
  'card-frame/card-frame.js',
  'card-form/card-form.js',
  'verify-pass/widget.js',
];

/** Starts the sandbox: web pages, card processors, hosted forms, and mail server. */
export async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const services = openServices(settings);
  const smtp = createSmtpServer(services.mail);
  const smtpUrl = `smtp://${mailHost}:${await listenForMail(smtp.server, settings.smtpPort)}`;
  const hosted = await createHostedApp(services);
  const framesUrl = await listen(hosted, settings.framePort);
  const app = await createApp(services, settings, { smtpUrl, framesUrl });
  return {
    url: await listen(app, settings.port),
    smtpUrl,
    framesUrl,
    stop: async () => {
      await Promise.all([
        services.verifyPass.callbackSender.stop(),
        app.close(),
        hosted.close(),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
      services.database.close();
    },
  };
}

/** Opens each outside service with its own store and settings. */
function openServices(settings: SandboxSettings) {
  const { clock, delays, credentials, portalUrl, bankSettlesAfterDays, codesPerHour } = settings;
  const { midnight, billingCallsPerSecond } = settings;
  const database = openSandboxDatabase(settings.folder);
  const shared = { control: createControl(), delays, clock, credentials };
  const inbox = openInbox(database);
  const frames = openFrames(database);
  const charges = { ...openCharges(database), clock, bankSettlesAfterDays };
  const texts = openTexts(database);
  const verifications = openVerifications(database);
  const callbackSender = createCallbackSender({ ...shared, ...verifications, portalUrl });
  const visits = openVisits(database);
  const billing = openBilling(database);
  return {
    database,
    control: shared.control,
    mail: { ...shared, inbox },
    charges,
    transafe: { ...shared, ...charges, tickets: frames.tickets },
    orbital: { ...shared, ...charges },
    cardFrame: { ...shared, ...frames },
    cardForm: { ...shared, forms: openForms(database), portalUrl },
    sms: { ...shared, ...texts, smsCallbacks: createSmsCallbacks(texts, portalUrl, credentials), inbox },
    verifyPass: { ...shared, ...verifications, callbackSender },
    visits,
    fieldService: {
      ...shared,
      subscribers: visits.subscribers,
      visitService: new VisitService(visits, clock),
    },
    gotransverse: { ...shared, billing, midnight, billingCallsPerSecond },
    billingService: new BillingService({ ...shared, billing, portalUrl }),
    identity: {
      ...shared,
      codes: openCodes(database),
      signingKeys: createSigningKeys(),
      inbox,
      codesPerHour,
      portalUrl,
    },
  };
}

type Services = ReturnType<typeof openServices>;

async function createApp(
  services: Services,
  { portalUrl, clock, credentials, delays }: SandboxSettings,
  addresses: Pick<RunningSandbox, 'smtpUrl' | 'framesUrl'>,
): Promise<FastifyInstance> {
  const { control, sms, fieldService, verifyPass, identity } = services;
  const app = createWebApp({ 'content-security-policy': contentSecurityPolicy }, files);
  await app.register(inScope(registerTransafe, services.transafe), {
    prefix: '/transafe/api/v2',
  });
  await app.register(inScope(registerOrbital, services.orbital), {
    prefix: '/orbital/gwapi/v4/gateway',
  });
  await app.register(inScope(registerSms, sms), { prefix: '/2010-04-01' });
  await app.register(inScope(registerFieldService, fieldService), {
    prefix: '/field-service/tmf-api/appointment/v4',
  });
  await app.register(inScope(registerGotransverse, services.gotransverse), {
    prefix: '/gotransverse/billing/2',
  });
  await app.register(inScope(registerBilling, services.billingService));
  registerCharges(app, services.charges);
  registerControl(app, { control, delays });
  registerReplies(app, sms.smsCallbacks, credentials.TWILIO_FROM);
  registerInbox(app, services.mail.inbox);
  registerVerifications(app, verifyPass, verifyPass.callbackSender);
  registerVisits(app, fieldService.visitService, services.visits);
  registerCodes(app, identity.codes, identity.signingKeys, clock);
  app.get('/test-numbers', async (_request, reply) => reply.type('text/html').send(testNumbersPage()));
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(startPage(portalUrl, control, addresses)),
  );
  return app;
}

/** The app on the origin of the hosted forms. What a customer types there reaches no other program. */
async function createHostedApp(services: Services): Promise<FastifyInstance> {
  const app = createWebApp(hostedHeaders, hostedFiles);
  await app.register(inScope(registerCardFrame, services.cardFrame));
  await app.register(inScope(registerCardForm, services.cardForm));
  await app.register(inScope(registerVerifyPass, services.verifyPass));
  await app.register(inScope(registerIdentity, services.identity));
  return app;
}

/** Registers an outside service in a separate scope, so that its faults are its own too. */
function inScope<Context>(
  register: (scope: FastifyInstance, context: Context) => void,
  context: Context,
): FastifyPluginAsync {
  return async (scope) => register(scope, context);
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
