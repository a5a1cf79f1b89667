import { basePath } from '@myaccount/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { CallbackFields } from '../../gateways/sms/sms.ts';
import { signatureHeader } from '../../gateways/sms/twilio.names.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import type { Endpoints } from '../../platform/http/endpoints.ts';
import { badField, Refusal } from '../../platform/http/problems.ts';
import type { Portal } from '../../platform/portal.ts';
import type { SettingsReader } from '../../platform/settings.ts';
import type { Feature, ServingPortal } from '../feature.ts';
import { recordStatus } from './delivery.service.ts';
import { notificationMails } from './notification.email.ts';
import { recordReply } from './stop.service.ts';

/** Reads what only this feature needs. */
const settings = (read: SettingsReader) => ({
  /** When no text is sent. */
  quietHours: {
    from: read.whole('TEXT_QUIET_FROM', 21, 0, 23),
    until: read.whole('TEXT_QUIET_UNTIL', 8, 0, 23),
  },
});

declare module '../../platform/platform-settings.ts' {
  interface Config extends Readonly<ReturnType<typeof settings>> {}
}

const formType = 'application/x-www-form-urlencoded';
/** The service sends the answers to STOP, START, and HELP itself. */
const noAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Registers the callbacks of texts, where texts are sent: their status, and customers' replies. Both are forms, signed. */
export async function registerTextsHooks({ server }: Endpoints, portal: ServingPortal): Promise<void> {
  const { sms } = portal;
  if (!sms) return;
  await server.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      formType,
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => fieldsOf(body),
    );
    hooks.addHook('onRequest', async (request) => {
      if (typeof request.headers[signatureHeader] !== 'string') throw new Refusal('request.unauthorized');
    });
    hooks.addHook('preHandler', async (request) => {
      if (!sms.isSigned(callbackOf(request, portal))) throw new Refusal('request.unauthorized');
    });

    hooks.post(`${basePath}/hooks/sms/status`, async (request, reply) => {
      const { text: id } = request.query as { text?: unknown };
      if (typeof id !== 'string' || !isUuid(id)) throw badField('text', 'invalid');
      const sent = sms.readStatus(request.body as CallbackFields);
      if (!sent) throw badField('MessageStatus', 'invalid');
      await recordStatus(portal, id, sent);
      return reply.status(204).send();
    });

    hooks.post(`${basePath}/hooks/sms/incoming`, async (request, reply) => {
      const message = sms.readReply(request.body as CallbackFields);
      if (!message) throw badField(missingOf(request.body as CallbackFields) ?? 'From', 'invalid');
      await recordReply(portal, message, request.id);
      return reply.type('text/xml').send(noAnswer);
    });
    done();
  });
}

/** What was signed: the public address, whatever proxy is in front of this server. */
function callbackOf(request: FastifyRequest, { config }: Portal) {
  const [, query] = request.url.split('?', 2);
  const path = request.routeOptions.url ?? '';
  const url = `${config.publicUrl}${path}${query === undefined ? '' : `?${query}`}`;
  const fields = (request.body ?? {}) as CallbackFields;
  return { url, fields, signature: String(request.headers[signatureHeader]) };
}

/** A signature joins names and values, so a callback can be cut into other fields: those that are needed are checked before anything is kept. */
function missingOf(fields: CallbackFields): string | undefined {
  return ['MessageSid', 'From', 'Body'].find((name) => fields[name] === undefined);
}

/** Returns the fields of a form, values untouched. A name that comes twice is refused: two readers could differ. */
function fieldsOf(body: string): CallbackFields {
  const pairs = [...new URLSearchParams(body)];
  const fields = Object.fromEntries(pairs);
  if (Object.keys(fields).length !== pairs.length) throw badField('body', 'invalid');
  return fields;
}

/** Text messages, and the callbacks about them. */
export const texts: Feature = { settings, routes: registerTextsHooks, mails: notificationMails };
