import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerResponseFaults } from '../card-processor/response-faults.ts';
import { describeProblems, outcomeCentsOf, resultOf } from '../hosted/answer.ts';
import { checkBankAccount, checkCard, type Entry, type Input } from '../hosted/entry.rules.ts';
import { hostedPage, refusalPage, sendHostedPage } from '../hosted/hosted.page.ts';
import { languageOf, textsOf } from '../hosted/texts.ts';
import type { Services } from '../services.ts';
import { type FrameRequest, readFrameRequest } from './frame-request.rules.ts';

const frameLifeMs = 900_000;
const ticketLifeMs = 900_000;

/** TranSafe's PaymentFrame: the signed request that shows it, and what is typed into it. */
export function registerCardFrame(app: FastifyInstance, services: Services): void {
  const { frames, tickets, clock, credentials, delays } = services;
  registerResponseFaults(app, 'card-frame', services, { error: 'The service is down' });

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
      ...formOf(asked),
      language,
      now,
      action: `/PaymentFrame/${id}?lang=${language}`,
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
    const problems = describeProblems(check, texts);
    if (problems || !('entry' in check)) return { problems };
    const result = await resultOf(check.entry, delays.slowMs);
    if (result === 'error') return reply.code(500).send({ text: texts.failed });
    if (result === 'refused') return refusal(texts.refused[frame.kind]);
    const ticket = {
      ticket: randomBytes(24).toString('hex'),
      frameId: id,
      ...ticketOf(check.entry, clock.now()),
    };
    return tickets.insertNew(ticket)
      ? reply.send({ isAccepted: true, code: 'AUTH', verbiage: 'APPROVED', ticket: ticket.ticket })
      : reply.code(410).send({ text: texts.expired });
  });
}

function refusal(verbiage: string) {
  return { code: 'DENY', verbiage, text: verbiage };
}

function formOf({ sequence: _sequence, reloads, ...asked }: FrameRequest) {
  return {
    ...asked,
    hasCancelButton: false,
    script: 'card-frame.js',
    reloadAfterMs: reloads ? frameLifeMs : null,
  };
}

function ticketOf(entry: Entry, now: Date) {
  const { brand, lastFour, expiry, effect } = entry;
  return {
    brand,
    lastFour,
    expiry,
    outcomeCents: outcomeCentsOf(entry),
    isVerified: effect !== 'unverified',
    expiresAt: new Date(now.getTime() + ticketLifeMs).toISOString(),
  };
}

/** The page that sent the request, as its browser tells it. */
function senderOf({ headers }: FastifyRequest): string | undefined {
  return headers.origin ?? headers.referer;
}
