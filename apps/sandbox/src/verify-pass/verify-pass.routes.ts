import { randomBytes } from 'node:crypto';
import type { Clock } from '@myaccount/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import { languageOf } from '../hosted/texts.ts';
import { sameSecret } from '../same-secret.ts';
import type { CallbackSender } from './callbacks.ts';
import type { Verification, VerificationStore } from './verification.store.ts';
import { type Community, communities, outcomes, reportPageSize, serviceTime } from './verify-pass-names.ts';
import { widgetEndPage, widgetPage } from './widget.page.ts';

type Fields = Readonly<Record<string, unknown>>;

interface VerifyPassContext extends FaultContext, VerificationStore {
  readonly callbackSender: CallbackSender;
  readonly clock: Clock;
  readonly credentials: Credentials;
}

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
export function registerVerifyPass(app: FastifyInstance, context: VerifyPassContext): void {
  registerResponseFaults(app, 'verify-pass', context, { error: 'The service is down' });
  registerCalls(app, context);
  registerWidget(app, context);
}

function registerCalls(
  app: FastifyInstance,
  { applicants, verifications, clock, credentials }: VerifyPassContext,
): void {
  const isAuthenticated = ({ headers }: FastifyRequest) =>
    sameSecret(String(headers.key), credentials.VERIFYPASS_API_KEY);

  app.post('/api/v2/token', async (request, reply) => {
    if (!isAuthenticated(request)) return reply.code(401).send({ error: 'key is wrong' });
    const { email, lock_email: isLocked } = (request.body ?? {}) as Fields;
    if (isLocked !== true || typeof email !== 'string' || !email.includes('@'))
      return reply.code(400).send({ error: 'email is required with lock_email' });
    const expiresAt = new Date(clock.now().getTime() + tokenLifeMs).toISOString();
    const token = randomBytes(24).toString('base64url');
    applicants.insert({ token, email, expiresAt });
    return { token };
  });

  app.get('/api/v2/report', async (request, reply) => {
    if (!isAuthenticated(request)) return reply.code(401).send({ error: 'key is wrong' });
    const { page = '1', startDate: from, endDate: to, widget_key: widget } = request.query as Fields;
    const isRead =
      /^[1-9]\d{0,5}$/.test(String(page)) && [from, to].every((day) => dayPattern.test(String(day)));
    if (!isRead) return reply.code(400).send({ error: 'page, startDate, or endDate is wrong' });
    const isReported = ({ at }: Verification) =>
      widget === credentials.VERIFYPASS_WIDGET_KEY &&
      at.slice(0, 10) >= String(from) &&
      at.slice(0, 10) <= String(to);
    const reported = verifications.list({}).filter(isReported).reverse();
    const offset = (Number(page) - 1) * reportPageSize;
    const data = reported.slice(offset, offset + reportPageSize).map(({ email, community, at }) => ({
      first_name: 'Sandbox',
      last_name: 'Applicant',
      email,
      community_key: community,
      widget_key: widget,
      data: null,
      created_at: serviceTime(at),
    }));
    return { count: reported.length, maxPage: Math.ceil(reported.length / reportPageSize), data };
  });
}

function registerWidget(app: FastifyInstance, context: VerifyPassContext): void {
  const { applicants, verifications, callbackSender, clock, credentials } = context;
  const applicantOf = (request: FastifyRequest) => {
    const { widgetKey } = request.params as { widgetKey: string };
    const { token, lang } = request.query as Fields;
    const isOurs = widgetKey === credentials.VERIFYPASS_WIDGET_KEY && typeof token === 'string';
    const isLive = { usedAt: null, expiresAt: { after: clock.now().toISOString() } };
    const applicant = isOurs ? applicants.find({ token, ...isLive }) : undefined;
    return { widgetKey, token: String(token), language: languageOf(request, lang), applicant };
  };

  app.get('/auth/:widgetKey', async (request, reply) => {
    const { applicant, ...widget } = applicantOf(request);
    if (!applicant) return sendPage(reply.code(404), widgetEndPage(widget.language, 'unknown'));
    return sendPage(reply, widgetPage({ ...widget, email: applicant.email }));
  });

  app.post('/auth/:widgetKey', async (request, reply) => {
    const { applicant, token, language } = applicantOf(request);
    const { community, outcome: wanted } = (request.body ?? {}) as Fields;
    const outcome = outcomes.find((name) => name === wanted);
    if (!outcome || !Object.hasOwn(communities, String(community)))
      return sendPage(reply.code(400), widgetEndPage(language, 'unknown'));
    const at = clock.now().toISOString();
    if (!applicant || applicants.update({ token, usedAt: null }, { usedAt: at }) === 0)
      return sendPage(reply.code(404), widgetEndPage(language, 'unknown'));
    if (outcome === 'close') return sendPage(reply, widgetEndPage(language, 'closed'));
    if (outcome === 'rejected') return sendPage(reply, widgetEndPage(language, 'rejected'));
    const verified = { email: applicant.email, community: community as Community, at };
    await callbackSender.deliver({ ...verified, number: verifications.insert(verified) }, outcome);
    return sendPage(reply, widgetEndPage(language, 'verified'));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}
