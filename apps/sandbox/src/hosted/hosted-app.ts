import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { type CardFormOptions, registerCardForm } from '../card-form/card-form.routes.ts';
import { type CardFrameOptions, registerCardFrame } from '../card-frame/card-frame.routes.ts';
import { type IdentityOptions, registerIdentity } from '../identity/identity.routes.ts';
import { registerVerifyPass, type VerifyPassOptions } from '../verify-pass/verify-pass.routes.ts';
import { prepareWebApp, webAppOptions } from '../web-app.ts';

const source = join(import.meta.dirname, '..');
const assets = [
  ['hosted.css', 'hosted', 'text/css; charset=utf-8'],
  ['hosted.js', 'hosted', 'text/javascript; charset=utf-8'],
  ['card-frame.js', 'card-frame', 'text/javascript; charset=utf-8'],
  ['card-form.js', 'card-form', 'text/javascript; charset=utf-8'],
  ['widget.js', 'verify-pass', 'text/javascript; charset=utf-8'],
] as const;

/** The app on the origin of the hosted forms. What a customer types there reaches no other program. */
export async function createHostedApp(
  frame: CardFrameOptions,
  form: CardFormOptions,
  verifyPass: VerifyPassOptions,
  identity: IdentityOptions,
): Promise<FastifyInstance> {
  const app = fastify(webAppOptions);
  prepareWebApp(app, {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  for (const [name, folder, type] of assets) {
    const content = readFileSync(join(source, folder, name), 'utf8');
    app.get(`/${name}`, async (_request, reply) => reply.type(type).send(content));
  }
  await app.register(async (scope) => registerCardFrame(scope, frame));
  await app.register(async (scope) => registerCardForm(scope, form));
  await app.register(async (scope) => registerVerifyPass(scope, verifyPass));
  await app.register(async (scope) => registerIdentity(scope, identity));
  return app;
}
