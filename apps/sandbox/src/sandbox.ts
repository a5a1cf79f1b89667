import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { registerCharges } from './card-processor/charges.routes.ts';
import { registerOrbital } from './card-processor/orbital/orbital.routes.ts';
import { registerTransafe } from './card-processor/transafe/transafe.routes.ts';
import { registerControl } from './control/control.routes.ts';
import { registerFieldService } from './field-service/field-service.routes.ts';
import { registerVisits } from './field-service/visits.routes.ts';
import { createHostedApp } from './hosted/hosted-app.ts';
import { registerCodes } from './identity/codes.routes.ts';
import { registerInbox } from './inbox/inbox.routes.ts';
import { createSmtpServer } from './inbox/smtp.ts';
import { startPage } from './pages/start.page.ts';
import { testNumbersPage } from './pages/test-numbers.page.ts';
import { openServices, type Services } from './services.ts';
import type { SandboxSettings } from './settings.ts';
import { registerReplies } from './sms/reply.routes.ts';
import { registerSms } from './sms/sms.routes.ts';
import { registerVerifications } from './verify-pass/verifications.routes.ts';
import { createWebApp, inScope } from './web-app.ts';

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
  const smtp = createSmtpServer(services);
  const smtpUrl = `smtp://${mailHost}:${await listenForMail(smtp.server, settings.smtpPort)}`;
  const hosted = await createHostedApp(services);
  const framesUrl = await listen(hosted, settings.framePort);
  const app = await createApp(services, { smtpUrl, framesUrl });
  return {
    url: await listen(app, settings.port),
    smtpUrl,
    framesUrl,
    stop: async () => {
      await Promise.all([
        services.eligibilityCallbacks.stop(),
        app.close(),
        hosted.close(),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
      services.database.close();
    },
  };
}

async function createApp(
  services: Services,
  addresses: Pick<RunningSandbox, 'smtpUrl' | 'framesUrl'>,
): Promise<FastifyInstance> {
  const files = ['pages/sandbox.css', 'pages/inbox.css', 'pages/fresh.js'];
  const app = createWebApp({ 'content-security-policy': contentSecurityPolicy }, files);
  await app.register(inScope(registerTransafe, services), { prefix: '/transafe/api/v2' });
  await app.register(inScope(registerOrbital, services), { prefix: '/orbital/gwapi/v4/gateway' });
  await app.register(inScope(registerSms, services), { prefix: '/2010-04-01' });
  await app.register(inScope(registerFieldService, services), {
    prefix: '/field-service/tmf-api/appointment/v4',
  });
  registerCharges(app, services);
  registerControl(app, services);
  registerReplies(app, services);
  registerInbox(app, services);
  registerVerifications(app, services);
  registerVisits(app, services);
  registerCodes(app, services);
  app.get('/test-numbers', async (_request, reply) => reply.type('text/html').send(testNumbersPage()));
  app.get('/', async (_request, reply) => reply.type('text/html').send(startPage(services, addresses)));
  return app;
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
