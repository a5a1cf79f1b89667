import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FaultOptions, registerResponseFaults } from '../card-processor/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { describeProblems, outcomeCentsOf, resultOf } from '../hosted/answer.ts';
import { checkBankAccount, checkCard, type Entry, type Input } from '../hosted/entry.rules.ts';
import { hostedPage, refusalPage, sendHostedPage } from '../hosted/hosted.page.ts';
import { languageOf, textsOf } from '../hosted/texts.ts';
import type { CardFrameStore, ShownFrame } from './card-frame.store.ts';
import { type FrameRequest, readFrameRequest } from './frame-request.rules.ts';

export interface CardFrameOptions {
  readonly store: CardFrameStore;
  readonly clock: Clock;
  readonly faults: FaultOptions;
  readonly credentials: Credentials;
}

const frameLifeMs = 900_000;
const ticketLifeMs = 900_000;

/** TranSafe's PaymentFrame: the signed request that shows it, and what is typed into it. */
export function registerCardFrame(app: FastifyInstance, options: CardFrameOptions): void {
  registerResponseFaults(app, 'card-frame', options.faults, { error: 'The service is down' });

  app.post('/PaymentFrame', async (request, reply) => {
    const inputs = (request.body ?? {}) as Record<string, unknown>;
    const language = languageOf(request, inputs.lang);
    const now = options.clock.now();
    const asked = readFrameRequest(inputs, senderOf(request), options.credentials, now);
    if (typeof asked === 'string') return sendHostedPage(reply.code(403), refusalPage(language, asked));
    const expiresAt = new Date(now.getTime() + frameLifeMs).toISOString();
    const { kind, questions, sequence } = asked;
    const id = options.store.insertFrame(sequence, { kind, questions, expiresAt });
    if (!id) return sendHostedPage(reply.code(403), refusalPage(language, 'sequence-used'));
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
    const frame = options.store.findFrame(id);
    const language = languageOf(request, (request.query as { lang?: unknown }).lang);
    const now = options.clock.now();
    if (!frame || frame.expiresAt <= now.toISOString()) {
      return reply.code(410).send({ text: textsOf(language, 'card').expired });
    }
    const texts = textsOf(language, frame.kind);
    const input = (request.body ?? {}) as Input;
    const check = frame.kind === 'bank' ? checkBankAccount(input) : checkCard(input, frame.questions, now);
    const problems = describeProblems(check, texts);
    if (problems || !('entry' in check)) return { problems };
    const result = await resultOf(check.entry, options.faults.delays.slowMs);
    if (result === 'error') return reply.code(500).send({ text: texts.failed });
    if (result === 'refused') return refusal(texts.refused[frame.kind]);
    const ticket = options.store.insertTicket(ticketOf(frame, check.entry, options.clock.now()));
    return ticket
      ? reply.send({ isAccepted: true, code: 'AUTH', verbiage: 'APPROVED', ticket })
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

function ticketOf(frame: ShownFrame, entry: Entry, now: Date) {
  const { brand, lastFour, expiry, effect } = entry;
  return {
    frameId: frame.id,
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
