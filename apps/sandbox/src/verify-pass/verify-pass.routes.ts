import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultOptions, registerResponseFaults } from '../card-processor/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { languageOf } from '../hosted/texts.ts';
import { sameSecret } from '../same-secret.ts';
import type { CallbackSender } from './callbacks.ts';
import type { VerificationStore } from './verification.store.ts';
import { type Community, communities, outcomes, reportPageSize, serviceTime } from './verify-pass-names.ts';
import { widgetEndPage, widgetPage } from './widget.page.ts';

export interface VerifyPassOptions {
  readonly store: VerificationStore;
  readonly clock: Clock;
  readonly faults: FaultOptions;
  readonly credentials: Credentials;
  readonly callbacks: CallbackSender;
}

type Fields = Readonly<Record<string, unknown>>;

const tokenLifeMs = 1_800_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** VerifyPass: applicant tokens and report for the server, and the widget for the customer's window. */
export function registerVerifyPass(app: FastifyInstance, options: VerifyPassOptions): void {
  registerResponseFaults(app, 'verify-pass', options.faults, { error: 'The service is down' });
  registerCalls(app, options);
  registerWidget(app, options);
}

function registerCalls(app: FastifyInstance, { store, clock, credentials }: VerifyPassOptions): void {
  const { apiKey, widgetKey } = credentials.verifyPass;
  const isAuthenticated = ({ headers }: FastifyRequest) => sameSecret(String(headers.key), apiKey);

  app.post('/api/v2/token', async (request, reply) => {
    if (!isAuthenticated(request)) return reply.code(401).send({ error: 'key is wrong' });
    const { email, lock_email: isLocked } = (request.body ?? {}) as Fields;
    if (isLocked !== true || typeof email !== 'string' || !email.includes('@'))
      return reply.code(400).send({ error: 'email is required with lock_email' });
    const expiresAt = new Date(clock.now().getTime() + tokenLifeMs).toISOString();
    return { token: store.insertApplicant(email, expiresAt) };
  });

  app.get('/api/v2/report', async (request, reply) => {
    if (!isAuthenticated(request)) return reply.code(401).send({ error: 'key is wrong' });
    const { page = '1', startDate: from, endDate: to, widget_key: widget } = request.query as Fields;
    const isRead =
      /^[1-9]\d{0,5}$/.test(String(page)) && [from, to].every((day) => dayPattern.test(String(day)));
    if (!isRead) return reply.code(400).send({ error: 'page, startDate, or endDate is wrong' });
    const days = { from: String(from), to: String(to) };
    const count = widget === widgetKey ? store.countVerifications(days) : 0;
    const offset = (Number(page) - 1) * reportPageSize;
    const found = count === 0 ? [] : store.listReport(days, { limit: reportPageSize, offset });
    const data = found.map(({ email, community, at }) => ({
      first_name: 'Sandbox',
      last_name: 'Applicant',
      email,
      community_key: community,
      widget_key: widgetKey,
      data: null,
      created_at: serviceTime(at),
    }));
    return { count, maxPage: Math.ceil(count / reportPageSize), data };
  });
}

function registerWidget(
  app: FastifyInstance,
  { store, clock, credentials, callbacks }: VerifyPassOptions,
): void {
  const applicantOf = (request: FastifyRequest) => {
    const { widgetKey } = request.params as { widgetKey: string };
    const { token, lang } = request.query as Fields;
    const isOurs = widgetKey === credentials.verifyPass.widgetKey && typeof token === 'string';
    const applicant = isOurs ? store.findApplicant(token, clock.now().toISOString()) : undefined;
    return { widgetKey, token: String(token), language: languageOf(request, lang), applicant };
  };

  app.get('/auth/:widgetKey', async (request, reply) => {
    const { applicant, ...widget } = applicantOf(request);
    if (!applicant) return sendPage(reply.code(404), widgetEndPage(widget.language, 'unknown'));
    return sendPage(reply, widgetPage({ ...widget, ...applicant }));
  });

  app.post('/auth/:widgetKey', async (request, reply) => {
    const { applicant, token, language } = applicantOf(request);
    const { community, outcome: wanted } = (request.body ?? {}) as Fields;
    const outcome = outcomes.find((name) => name === wanted);
    if (!outcome || !Object.hasOwn(communities, String(community)))
      return sendPage(reply.code(400), widgetEndPage(language, 'unknown'));
    const at = clock.now().toISOString();
    if (!applicant || !store.useToken(token, at))
      return sendPage(reply.code(404), widgetEndPage(language, 'unknown'));
    if (outcome === 'close') return sendPage(reply, widgetEndPage(language, 'closed'));
    if (outcome === 'rejected') return sendPage(reply, widgetEndPage(language, 'rejected'));
    const { email } = applicant;
    const verification = store.insertVerification({ email, community: community as Community, at });
    await callbacks.deliver(verification, outcome);
    return sendPage(reply, widgetEndPage(language, 'verified'));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}
