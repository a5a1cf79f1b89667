import { randomBytes } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { describeProblems, waitFor } from '../hosted/answer.ts';
import { checkBankAccount, checkCard, type Input } from '../hosted/entry.rules.ts';
import { hostedPage, refusalPage, sendHostedPage } from '../hosted/hosted.page.ts';
import { languageOf, textsOf } from '../hosted/texts.ts';
import type { FrameStore } from './card-frame.store.ts';
import { readFrameRequest } from './frame-request.rules.ts';

const frameLifeMs = 900_000;
const ticketLifeMs = 900_000;

interface CardFrameContext extends FaultContext, FrameStore {
  readonly clock: Clock;
  readonly credentials: Credentials;
}

/** TranSafe's PaymentFrame: the signed request that shows it, and what is typed into it. */
export function registerCardFrame(app: FastifyInstance, context: CardFrameContext): void {
  const { frames, tickets, clock, credentials, delays } = context;
  registerResponseFaults(app, 'card-frame', context, { error: 'The service is down' });

  app.post('/PaymentFrame', async (request, reply) => {
    const inputs = (request.body ?? {}) as Record<string, unknown>;
    const language = languageOf(request, inputs.lang);
    const now = clock.now();
    const asked = readFrameRequest(inputs, senderOf(request), credentials, now);
    if (typeof asked === 'string') return sendHostedPage(reply.code(403), refusalPage(language, asked));
    const expiresAt = new Date(now.getTime() + frameLifeMs).toISOString();
    const id = randomBytes(16).toString('hex');
    const { kind, sequence } = asked;
    const questions = JSON.stringify(asked.questions);
    if (!frames.insertNew({ id, kind, sequence, questions, expiresAt }))
      return sendHostedPage(reply.code(403), refusalPage(language, 'sequence-used'));
    const page = hostedPage({
      ...asked,
      language,
      now,
      hasCancelButton: false,
      script: 'card-frame.js',
      action: `/PaymentFrame/${id}?lang=${language}`,
      reloadAfterMs: frameLifeMs,
    });
    return sendHostedPage(reply, page, asked.parentOrigin);
  });

  app.post('/PaymentFrame/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const frame = frames.find({ id });
    const language = languageOf(request, (request.query as { lang?: unknown }).lang);
    const now = clock.now();
    if (!frame || frame.expiresAt <= now.toISOString()) {
      return reply.code(410).send({ text: textsOf(language, 'card').expired });
    }
    const texts = textsOf(language, frame.kind);
    const input = (request.body ?? {}) as Input;
    const check =
      frame.kind === 'bank' ? checkBankAccount(input) : checkCard(input, JSON.parse(frame.questions), now);
    if (check.problems) return { problems: describeProblems(check.problems, texts) };
    const { effect, ...token } = check.entry;
    await waitFor(check.entry, delays.slowMs);
    if (effect === 'error') return reply.code(500).send({ text: texts.failed });
    if (effect === 'refused') return refusal(texts.refused[frame.kind]);
    const ticket = randomBytes(24).toString('hex');
    const expiresAt = new Date(clock.now().getTime() + ticketLifeMs).toISOString();
    const isVerified = effect !== 'unverified';
    return tickets.insertNew({ ticket, frameId: id, ...token, isVerified, expiresAt })
      ? reply.send({ isAccepted: true, code: 'AUTH', verbiage: 'APPROVED', ticket })
      : reply.code(410).send({ text: texts.expired });
  });
}

function refusal(verbiage: string) {
  return { code: 'DENY', verbiage, text: verbiage };
}

/** The page that sent the request, as its browser tells it. */
function senderOf({ headers }: FastifyRequest): string | undefined {
  return headers.origin ?? headers.referer;
}
