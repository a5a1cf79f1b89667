import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { openChargeBook } from './card-processor/charge-book.ts';
import type { ChargeDesk } from './card-processor/charge-desk.ts';
import { registerCharges } from './card-processor/charges.routes.ts';
import { registerOrbital } from './card-processor/orbital/orbital.routes.ts';
import { registerTransafe } from './card-processor/transafe/transafe.routes.ts';
import { registerControl } from './control/control.routes.ts';
import { type Control, createControl } from './control/control.ts';
import { registerInbox } from './inbox/inbox.routes.ts';
import { openInboxStore } from './inbox/inbox.store.ts';
import { createSmtpServer } from './inbox/smtp.ts';
import { registerAssets } from './pages/assets.routes.ts';
import { startPage } from './pages/start.page.ts';
import { openSandboxDatabase } from './sandbox-database.ts';
import type { SandboxSettings } from './settings.ts';

export interface RunningSandbox {
  url: string;
  smtpUrl: string;
  stop(): Promise<void>;
}

// Both loopback families, whichever of them a caller's resolver prefers.
const HOST = 'localhost';
const MAIL_HOST = '127.0.0.1';
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  // Mails bring their own styles and pictures into their frame, which runs under the policy of the page.
  "style-src 'self' 'unsafe-inline'",
  'img-src data: https: http:',
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Starts the outside world: web pages, card processors and mail server. */
export async function startSandbox(settings: SandboxSettings): Promise<RunningSandbox> {
  const database = openSandboxDatabase(settings.folder);
  const store = openInboxStore(database);
  const control = createControl();
  const { clock, delays, bankSettlesAfterDays } = settings;
  const smtp = createSmtpServer({ store, clock, control, slowMs: delays.slowMs });
  const smtpPort = await listenForMail(smtp.server, settings.smtpPort);
  const smtpUrl = `smtp://${MAIL_HOST}:${smtpPort}`;
  const desk = { database, book: openChargeBook(database), clock, bankSettlesAfterDays };
  const app = await createWeb(settings, { desk, control, smtpUrl });
  registerInbox(app, store);
  await app.listen({ port: settings.port, host: HOST });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    smtpUrl,
    stop: async () => {
      await Promise.all([app.close(), new Promise<void>((resolve) => smtp.close(resolve))]);
      database.close();
    },
  };
}

async function createWeb(
  settings: SandboxSettings,
  { desk, control, smtpUrl }: { desk: ChargeDesk; control: Control; smtpUrl: string },
): Promise<FastifyInstance> {
  const app = fastify({ logger: { level: 'warn' }, forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-store' });
  });
  const { portalUrl, credentials, delays } = settings;
  const options = { road: { control, delays }, credentials };
  await app.register(async (scope) => registerTransafe(scope, desk, options), { prefix: '/transafe/api/v2' });
  await app.register(async (scope) => registerOrbital(scope, desk, options), {
    prefix: '/orbital/gwapi/v4/gateway',
  });
  registerAssets(app);
  registerCharges(app, desk);
  registerControl(app, control, delays.slowMs);
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(startPage({ portalUrl, smtpUrl, switches: control.read() })),
  );
  return app;
}

async function listenForMail(server: Server, port: number): Promise<number> {
  server.listen(port, MAIL_HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
