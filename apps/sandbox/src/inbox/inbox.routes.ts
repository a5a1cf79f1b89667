import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serveLists } from '../pages/page.ts';
import { inboxEntries, inboxFilter, messagePage } from './inbox.page.ts';
import type { Inbox, InboxFilter, InboxMessage } from './inbox.store.ts';

const maxLimit = 20_000;
const pageLimit = 100;

/** The inbox for programs (`/inbox/messages`) and for people (`/inbox`). */
export function registerInbox(app: FastifyInstance, inbox: Inbox): void {
  app.get('/inbox/messages', async (request) => inbox.list(readFilter(request)).map(describe));
  app.get('/inbox/messages/:id/source', async (request, reply) => {
    const message = inbox.find(idOf(request));
    return message ? reply.type('text/plain; charset=utf-8').send(message.source) : reply.callNotFound();
  });
  serveLists(app, {
    title: 'Inbox',
    section: '/inbox',
    intro: (request) => inboxFilter(readFilter(request).to),
    lists: (request) => inboxEntries(inbox.list({ to: readFilter(request).to, limit: pageLimit })),
  });
  app.get('/inbox/:id', async (request, reply) => {
    const message = inbox.find(idOf(request));
    return message
      ? reply.type('text/html').send(messagePage(message, replyOf(request)))
      : reply.callNotFound();
  });
}

function describe({ number, recipient, source: _, ...message }: InboxMessage) {
  return { id: String(number), to: recipient, ...message };
}

function readFilter(request: FastifyRequest): InboxFilter {
  const query = request.query as Record<string, string | string[] | undefined>;
  const text = (name: string) => query[name]?.toString().trim() || undefined;
  const since = text('since');
  const limit = Number(text('limit'));
  return {
    // A plus typed into the address bar arrives as a space. No mail address or phone number has a space.
    to:
      query.to
        ?.toString()
        .replace(/^ (?=\d)/, '+')
        .trim()
        .replaceAll(' ', '+') || undefined,
    since: since && !Number.isNaN(Date.parse(since)) ? new Date(since).toISOString() : undefined,
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, maxLimit) : undefined,
  };
}

function replyOf(request: FastifyRequest): string | undefined {
  const { reply } = request.query as { reply?: unknown };
  return typeof reply === 'string' ? reply : undefined;
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}
