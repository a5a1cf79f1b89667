import type { FastifyInstance } from 'fastify';
import { registerCardForm } from '../card-form/card-form.routes.ts';
import { registerCardFrame } from '../card-frame/card-frame.routes.ts';
import { registerIdentity } from '../identity/identity.routes.ts';
import type { Services } from '../services.ts';
import { registerVerifyPass } from '../verify-pass/verify-pass.routes.ts';
import { createWebApp, inScope } from '../web-app.ts';

const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const files = [
  'hosted/hosted.css',
  'hosted/hosted.js',
  'card-frame/card-frame.js',
  'card-form/card-form.js',
  'verify-pass/widget.js',
];

/** The app on the origin of the hosted forms. What a customer types there reaches no other program. */
export async function createHostedApp(services: Services): Promise<FastifyInstance> {
  const app = createWebApp(headers, files);
  for (const register of [registerCardFrame, registerCardForm, registerVerifyPass, registerIdentity])
    await app.register(inScope(register, services));
  return app;
}
