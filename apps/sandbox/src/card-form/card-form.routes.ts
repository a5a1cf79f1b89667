import { randomUUID } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import type { FastifyInstance } from 'fastify';
import { newFrameToken } from '../card-processor/frame-token.ts';
import { readToken } from '../card-processor/stored-method.ts';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { describeProblems, waitFor } from '../hosted/answer.ts';
import { type CardQuestions, checkCard, type Input } from '../hosted/entry.rules.ts';
import { hostedPage, refusalPage, sendHostedPage } from '../hosted/hosted.page.ts';
import { type HostedTexts, languageOf, textsOf } from '../hosted/texts.ts';
import { sameSecret } from '../same-secret.ts';
import type { CardForm, CardForms } from './card-form.store.ts';
import { declinedCode, describeCard, errorCodes, systemCode } from './card-form-names.ts';

interface CardFormContext extends FaultContext {
  readonly forms: CardForms;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly portalUrl: string;
}

const formLifeMs = 900_000;
const questions: CardQuestions = { hasHolderName: true, expiryFields: 'two' };
const formNamePattern = /^[\w-]{1,64}$/;
const downBody = { error: 'The service is down' };

/** The third generation of Chase's hosted payment form: the server's calls, the page, and what is typed into it. */
export function registerCardForm(app: FastifyInstance, context: CardFormContext): void {
  registerResponseFaults(app, 'card-form', context, downBody);
  registerServerCalls(app, context);
  registerPage(app, context);
  registerEntry(app, context);
}

function registerServerCalls(app: FastifyInstance, { forms, clock, credentials }: CardFormContext): void {
  const read = (body: unknown) => (body ?? {}) as Readonly<Record<string, unknown>>;
  const isAuthenticated = ({ secure_id, api_key }: Readonly<Record<string, unknown>>) =>
    [
      sameSecret(String(secure_id), credentials.CHASE_SECURE_ID),
      sameSecret(String(api_key), credentials.CHASE_API_KEY),
    ].every(Boolean);

  app.post('/api/init', async (request, reply) => {
    const body = read(request.body);
    if (!isAuthenticated(body)) return reply.code(401).send({ error: 'secure_id or api_key is wrong' });
    if (body.txn_type !== 'profileAdd') return reply.code(400).send({ error: 'txn_type must be profileAdd' });
    const { form_name: formName } = body;
    if (typeof formName !== 'string' || !formNamePattern.test(formName)) {
      return reply.code(400).send({ error: 'form_name is missing or invalid' });
    }
    const uid = randomUUID().replaceAll('-', '').toUpperCase();
    const expiresAt = new Date(clock.now().getTime() + formLifeMs).toISOString();
    forms.insert({ uid, formName, state: 'open', expiresAt });
    return { uid };
  });

  app.post('/api/query', async (request, reply) => {
    const body = read(request.body);
    if (!isAuthenticated(body)) return reply.code(401).send({ error: 'secure_id or api_key is wrong' });
    const form = forms.find({ uid: String(body.uid) });
    if (!form) return reply.code(404).send({ error: 'uid is unknown' });
    if (isExpired(form, clock)) return reply.code(410).send({ error: 'uid has expired' });
    if (!form.token) return reply.code(409).send({ error: 'uid is not complete', state: form.state });
    return describeCard(readToken(form.token));
  });
}

function registerPage(app: FastifyInstance, { forms, clock, portalUrl }: CardFormContext): void {
  // The origin of the merchant's page, as it is set up with the service.
  const parentOrigin = new URL(portalUrl).origin;
  app.get('/hpf/', async (request, reply) => {
    const { uid, lang } = request.query as { uid?: unknown; lang?: unknown };
    const language = languageOf(request, lang);
    const form = forms.find({ uid: String(uid) });
    if (!form) return sendHostedPage(reply.code(404), refusalPage(language, 'uid-unknown'));
    if (isExpired(form, clock) || !moveForm(forms, form.uid, 'started')) {
      return sendHostedPage(
        reply.code(410),
        refusalPage(language, 'uid-used-or-expired', textsOf(language, 'card').expired),
      );
    }
    const page = hostedPage({
      kind: 'card',
      language,
      questions,
      hasAutocomplete: true,
      hasSubmitButton: true,
      hasCancelButton: true,
      action: `/hpf/${form.uid}?lang=${language}`,
      parentOrigin,
      script: 'card-form.js',
      reloadAfterMs: null,
      now: clock.now(),
    });
    return sendHostedPage(reply, page, parentOrigin);
  });
}

function registerEntry(app: FastifyInstance, { forms, clock, delays }: CardFormContext): void {
  app.post('/hpf/:uid', async (request, reply) => {
    const { uid } = request.params as { uid: string };
    const texts = textsOf(languageOf(request, (request.query as { lang?: unknown }).lang), 'card');
    const form = forms.find({ uid });
    if (!form || isExpired(form, clock)) return reply.code(410).send(systemFailure(texts.expired));
    const check = checkCard((request.body ?? {}) as Input, questions, clock.now());
    if (check.problems)
      return { problems: describeProblems(check.problems, texts), errorCode: errorCodes(check.problems) };
    const { effect, ...card } = check.entry;
    await waitFor(check.entry, delays.slowMs);
    if (effect === 'refused') return decline(texts);
    if (effect === 'error') {
      moveForm(forms, uid, 'error');
      return reply.code(500).send(systemFailure(texts.failed));
    }
    return moveForm(forms, uid, 'complete', newFrameToken(card))
      ? { isAccepted: true, completed: { code: '000', message: 'Success', uID: uid } }
      : reply.code(410).send(systemFailure(texts.expired));
  });

  app.post('/hpf/:uid/cancel', async (request, reply) => {
    moveForm(forms, (request.params as { uid: string }).uid, 'cancelled');
    return reply.code(204).send();
  });
}

/** Moves a form that is not over. False when it is complete or cancelled. */
function moveForm(
  forms: CardForms,
  uid: string,
  state: CardForm['state'],
  token: string | null = null,
): boolean {
  const form = forms.find({ uid });
  if (!form || form.state === 'complete' || form.state === 'cancelled') return false;
  return forms.update({ uid, state: form.state }, { state, token }) === 1;
}

function decline({ refused }: HostedTexts) {
  return { text: refused.card, errorCode: [declinedCode], gatewayCode: '05', gatewayMessage: 'Do Not Honor' };
}

function systemFailure(text: string) {
  return { text, errorCode: [systemCode], gatewayCode: '', gatewayMessage: '' };
}

function isExpired({ expiresAt }: CardForm, clock: Clock): boolean {
  return expiresAt <= clock.now().toISOString();
}
