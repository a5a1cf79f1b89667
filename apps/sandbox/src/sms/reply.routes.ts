import type { FastifyInstance } from 'fastify';
import type { SmsCallbacks } from './sms-callbacks.ts';

/** Lets a person, or a test, reply to a text: STOP, START, HELP, or anything else. `to` is the portal's number. */
export function registerReplies(app: FastifyInstance, smsCallbacks: SmsCallbacks, to: string): void {
  app.post('/sms/reply', async (request, reply) => {
    const { from, body, message } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof from !== 'string' || !/^\+[1-9]\d{6,14}$/.test(from) || typeof body !== 'string')
      return reply.code(400).send({ error: 'from or body is wrong' });
    const status = await smsCallbacks.reply(from, to, body);
    if (typeof message !== 'string') return { status };
    return reply.redirect(`/inbox/${encodeURIComponent(message)}?reply=${status ?? 'none'}`, 303);
  });
}
